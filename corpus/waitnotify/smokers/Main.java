public class Main {
    static boolean[] table = new boolean[3];

    static synchronized void smoke(int first, int second, int who) throws InterruptedException {
        while (!(table[first] && table[second])) {
            Main.class.wait();
        }
        table[first] = table[second] = false;
        System.out.println("smokes " + who);
        System.exit(0);
    }

    static Thread smoker(int first, int second, int who) {
        return new Thread(() -> {
            try {
                smoke(first, second, who);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
    }

    public static void main(String[] args) {
        smoker(0, 1, 0).start();
        smoker(1, 2, 1).start();
        synchronized (Main.class) {
            table[0] = table[1] = table[2] = true;
            Main.class.notifyAll();
        }
    }
}
