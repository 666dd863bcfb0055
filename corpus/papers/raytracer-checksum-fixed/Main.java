public class Main {
    static int checksum;

    static class Tracer extends Thread {
        private final int part;

        Tracer(int part) {
            this.part = part;
        }

        @Override
        public void run() {
            synchronized (Main.class) {
                checksum = checksum + part;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Tracer a = new Tracer(3);
        Tracer b = new Tracer(5);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println("checksum=" + checksum);
    }
}
