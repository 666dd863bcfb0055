public class Main {
    static class Frame {
        int a = 0;
        int b = 1;
    }

    static int collisions;

    public static void main(String[] args) throws InterruptedException {
        Frame frame = new Frame();
        Thread simulator = new Thread(() -> {
            frame.a = 1;
            frame.b = 2;
        });
        Thread detector = new Thread(() -> {
            if (frame.a == frame.b) collisions++;
        });
        simulator.start();
        detector.start();
        simulator.join();
        detector.join();
        System.out.println("collisions=" + collisions);
    }
}
