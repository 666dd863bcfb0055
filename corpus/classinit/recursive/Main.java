public class Main {
    static class A {
        static int seen = B.value;
        static int value = 1;
    }

    static class B {
        static int value = A.value;
    }

    public static void main(String[] args) {
        System.out.println("a=" + A.value + " b=" + B.value);
    }
}
