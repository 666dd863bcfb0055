public class Main {
    static class Base {
        static final Base DEFAULT = new Derived();

        static void touch() { }
    }

    static class Derived extends Base {
        static void visit() { }
    }

    public static void main(String[] args) {
        new Thread(() -> Derived.visit()).start();
        Base.touch();
    }
}
