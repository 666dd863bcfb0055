public class Main {
    static volatile boolean flag;
    public static void main(String[] args) throws Exception {
        Thread high = new Thread(() -> { while (!flag) { } });
        high.setPriority(8);
        high.start();
        flag = true;
        high.join();
        System.out.println("done");
    }
}
