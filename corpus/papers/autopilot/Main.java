public class Main {
    static class Aircraft {
        final int gain = 2;
        int roll;
        int throttle;
    }

    public static void main(String[] args) throws InterruptedException {
        Aircraft aircraft = new Aircraft();
        Thread autopilot = new Thread(() -> {
            for (int i = 0; i < 2; i++) aircraft.roll = i * aircraft.gain;
        });
        Thread flyByWire = new Thread(() -> {
            for (int i = 0; i < 2; i++) aircraft.throttle = i + aircraft.gain;
        });
        autopilot.start();
        flyByWire.start();
        autopilot.join();
        flyByWire.join();
        System.out.println("roll=" + aircraft.roll + " throttle=" + aircraft.throttle);
    }
}
