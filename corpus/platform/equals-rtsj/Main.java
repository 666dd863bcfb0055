public class Main {
    static volatile int x;
    static class T extends Thread { public void run() { int r = x; x = r + 1; } }
    public static void main(String[] args) throws Exception {
        Thread a = new T(), b = new T();
        a.start(); b.start(); a.join(); b.join();
        System.out.println(x);
    }
}
