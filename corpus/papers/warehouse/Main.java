public class Main {
    static class Warehouse {
        private int stock = 2;
        private int orders;

        synchronized boolean order(int amount) {
            if (stock < amount) return false;
            stock -= amount;
            orders++;
            return true;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Warehouse warehouse = new Warehouse();
        Thread a = new Thread(() -> warehouse.order(1));
        Thread b = new Thread(() -> warehouse.order(1));
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println("stock=" + warehouse.stock + " orders=" + warehouse.orders);
    }
}
