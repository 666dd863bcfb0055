public class Main {
    static final StringBuffer out = new StringBuffer();
    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> out.append("a ")), b = new Thread(() -> out.append("b "));
        a.start(); b.start();
        b.setPriority(7);
        a.setPriority(6);
        out.append("main");
        a.join(); b.join();
        System.out.println(out);
    }
}
