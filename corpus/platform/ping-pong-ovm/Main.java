public class Main {
    static final Object lock = new Object();
    static int turn;
    static final StringBuilder out = new StringBuilder();
    static void play(int me) {
        for (int i = 0; i < 3; i++) synchronized (lock) {
            while (turn != me) try { lock.wait(); } catch (InterruptedException e) { }
            out.append(me); turn = 1 - me; lock.notifyAll();
        }
    }
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> play(1));
        t.start(); play(0); t.join();
        System.out.println(out);
    }
}
