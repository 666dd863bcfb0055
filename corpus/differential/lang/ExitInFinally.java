public class ExitInFinally {
    static int depth;

    static void go(int n) {
        try {
            depth++;
            if (n == 0) {
                throw new IllegalStateException("discarded");
            }
            go(n - 1);
        } finally {
            System.out.println("leaving " + n + " depth " + depth--);
            if (n == 2) {
                System.out.println("exit now");
                System.exit(depth + 40);
            }
        }
    }

    public static void main(String[] args) {
        try {
            go(4);
        } catch (IllegalStateException e) {
            System.out.println("never caught");
        } finally {
            System.out.println("never finally");
        }
    }
}
