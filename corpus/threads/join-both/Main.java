public class Main {
    static class Worker extends Thread {
        private final int input;
        private int output;

        Worker(int input) {
            this.input = input;
        }

        @Override
        public void run() {
            output = input;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Worker a = new Worker(1);
        Worker b = new Worker(2);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println("sum=" + (a.output + b.output));
    }
}
