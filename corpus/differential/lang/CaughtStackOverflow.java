public class CaughtStackOverflow {
    static int depth;
    static int finallyRuns;

    static int down(int n) {
        depth = n;
        return down(n + 1) + 1;
    }

    static void viaFields() {
        Node n = new Node();
        n.next = n;
        n.length();
    }

    static class Node {
        Node next;

        int length() {
            return next == null ? 1 : 1 + next.length();
        }

        @Override
        public String toString() {
            return "N".concat(String.valueOf(next));
        }
    }

    static class Self {
        Self inner = new Self();
    }

    static long mutualA(long x, double d) {
        return mutualB(d, x) + 1;
    }

    static long mutualB(double d, long x) {
        return mutualA(x + 1, d * 2) - 1;
    }

    static Runnable loop;

    public static void main(String[] args) {
        try {
            down(0);
            System.out.println("no overflow");
        } catch (StackOverflowError e) {
            System.out.println("overflow deep=" + (depth > 500) + " " + e.getMessage() + " " + (e instanceof VirtualMachineError));
        }
        try {
            viaFields();
        } catch (StackOverflowError e) {
            System.out.println("fields");
        }
        try {
            new Self();
        } catch (StackOverflowError e) {
            System.out.println("constructor");
        }
        try {
            mutualA(1, 2);
        } catch (Error e) {
            System.out.println(e.getClass().getName());
        }
        loop = () -> loop.run();
        try {
            loop.run();
        } catch (StackOverflowError e) {
            System.out.println("lambda");
        }
        try {
            Node a = new Node();
            Node b = new Node();
            a.next = b;
            b.next = a;
            String.valueOf(a);
        } catch (StackOverflowError e) {
            System.out.println("toString");
        }
        int rounds = 0;
        for (int i = 0; i < 3; i++) {
            try {
                down(0);
            } catch (StackOverflowError e) {
                rounds++;
                StackTraceElement top = e.getStackTrace()[10];
                System.out.println(top.getMethodName());
            } finally {
                finallyRuns++;
            }
        }
        System.out.println(rounds + " " + finallyRuns);
        // the machine still works afterwards
        int ok = 0;
        for (int i = 0; i < 1000; i++) {
            ok += small(20);
        }
        System.out.println(ok);
    }

    static int small(int n) {
        return n == 0 ? 1 : small(n - 1) + 1;
    }
}
