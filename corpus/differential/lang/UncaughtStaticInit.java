public class UncaughtStaticInit {
    static class Bad {
        static int v = Integer.parseInt("zz");
    }
    public static void main(String[] args) {
        try {
            System.out.println(Bad.v);
        } catch (ExceptionInInitializerError e) {
            System.out.println(e + " " + e.getCause() + " " + e.getMessage());
        }
        try {
            System.out.println(Bad.v);
        } catch (NoClassDefFoundError e) {
            System.out.println(e.getMessage() + " " + e.getCause());
        }
        new Bad();
    }
}
