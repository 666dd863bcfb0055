public class Main {
    interface Task extends Runnable {
        void perform() throws Exception;

        default void run() {
            try {
                perform();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static volatile int total;

    public static void main(String[] args) throws Exception {
        Thread adder = new Thread((Task) () -> total = total + 10);
        adder.start();
        total = total + 1;
        adder.join();
        assert total == 11 : total;
    }
}
