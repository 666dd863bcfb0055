public class Main {
    static class Directory {
        private final int number;
        private int entries = 1;

        Directory(int number) {
            this.number = number;
        }

        static void rename(Directory from, Directory to) {
            Directory first = from.number < to.number ? from : to;
            Directory second = first == from ? to : from;
            synchronized (first) {
                synchronized (second) {
                    from.entries--;
                    to.entries++;
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Directory a = new Directory(1);
        Directory b = new Directory(2);
        Thread t = new Thread(() -> Directory.rename(a, b));
        t.start();
        Directory.rename(b, a);
        t.join();
        System.out.println("a=" + a.entries + " b=" + b.entries);
    }
}
