public class Main {
    static class A {
        static final int x = B.one();

        static int two() {
            return 2;
        }
    }

    static class B {
        static final int y = A.two();

        static int one() {
            return 1;
        }
    }

    public static void main(String[] args) {
        new Thread(() -> A.two()).start();
        A.two();
    }
}
