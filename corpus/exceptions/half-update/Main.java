public class Main {
    private int from = 10;
    private int to;

    synchronized void transfer(int amount) {
        from -= amount;
        if (amount > 5) throw new IllegalArgumentException("too much");
        to += amount;
    }

    synchronized int total() {
        return from + to;
    }

    public static void main(String[] args) {
        Main m = new Main();
        new Thread(() -> {
            try {
                m.transfer(6);
            } catch (IllegalArgumentException e) {
                // swallowed
            }
        }).start();
        assert m.total() == 10 : "money is missing";
    }
}
