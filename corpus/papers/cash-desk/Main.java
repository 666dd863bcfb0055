public class Main {
    static class Store {
        private int stock = 1;
        int receipts;

        synchronized boolean take() {
            if (stock == 0) return false;
            stock--;
            return true;
        }
    }

    static void sell(Store store) {
        boolean sold = store.take();
        // Both desks read the counter, the one that sold writes it.
        int n = store.receipts;
        if (sold) store.receipts = n + 1;
    }

    public static void main(String[] args) throws InterruptedException {
        Store store = new Store();
        Thread a = new Thread(() -> sell(store));
        Thread b = new Thread(() -> sell(store));
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println("stock=" + store.stock + " receipts=" + store.receipts);
    }
}
