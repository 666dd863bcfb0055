public class Main {
    public static void main(String[] args) throws InterruptedException {
        int[] cells = new int[1];
        Thread t = new Thread(() -> cells[0] = 1);
        t.start();
        cells[0] = 2;
        t.join();
        System.out.println(cells[0]);
    }
}
