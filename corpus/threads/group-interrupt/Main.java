public class Main {
    public static void main(String[] args) {
        ThreadGroup group = new ThreadGroup("workers");
        Object never = new Object();
        new Thread(group, () -> {
            synchronized (never) {
                try {
                    never.wait();
                } catch (InterruptedException e) {
                    // As it should be.
                }
            }
        }).start();
        group.interrupt();
    }
}
