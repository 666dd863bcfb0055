public class Main {
    static class Directory {
        private int entries = 1;

        static void rename(Directory from, Directory to) {
            synchronized (from) {
                synchronized (to) {
                    from.entries--;
                    to.entries++;
                }
            }
        }
    }

    public static void main(String[] args) {
        Directory a = new Directory();
        Directory b = new Directory();
        new Thread(() -> Directory.rename(a, b)).start();
        Directory.rename(b, a);
    }
}
