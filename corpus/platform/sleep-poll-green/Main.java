public class Main {
    static volatile boolean flag;
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> { while (!flag) { try { Thread.sleep(1); } catch (InterruptedException e) { } } });
        t.start();
        flag = true;
        t.join();
        System.out.println("done");
    }
}
