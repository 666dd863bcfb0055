public class Main {
    private int hash;
    static int other;

    int hash() {
        int h = hash;
        if (h == 0) {
            h = 31;
            hash = h;
        }
        return h;
    }

    public static void main(String[] args) throws InterruptedException {
        Main m = new Main();
        Thread t = new Thread(() -> other = m.hash());
        t.start();
        int mine = m.hash();
        t.join();
        System.out.println(mine + " " + other);
    }
}
