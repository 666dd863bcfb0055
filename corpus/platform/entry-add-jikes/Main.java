public class Main {
    static volatile int x;
    static int next(int r) { return r + 1; }
    static class T extends Thread { public void run() { int r = x; x = next(r); } }
    public static void main(String[] args) throws Exception {
        Thread a = new T(), b = new T();
        a.start(); b.start(); a.join(); b.join();
        System.out.println(x);
    }
}
