public class Main {
    public static void main(String[] args) throws InterruptedException {
        byte[] cells = new byte[2];
        Thread t = new Thread(() -> cells[0] = 1);
        t.start();
        cells[1] = 2;
        t.join();
        System.out.println(cells[0] + " " + cells[1]);
    }
}
