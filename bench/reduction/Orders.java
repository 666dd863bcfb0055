import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Order processing for warehouses: terminals run new-order, payment and delivery transactions against
 * districts, customers and stock, and a manager adds up the results.
 *
 * <p>The argument is the number of terminals. Locks are taken in the order district, stock, customer.
 */
public class Orders {
    /** Amounts in cents, immutable. */
    static final class Money {
        static final Money ZERO = new Money(0);
        private final long cents;

        Money(long cents) {
            this.cents = cents;
        }

        Money plus(Money other) {
            return new Money(cents + other.cents);
        }

        Money minus(Money other) {
            return new Money(cents - other.cents);
        }

        Money times(int factor) {
            return new Money(cents * factor);
        }

        Money taxed(int percent) {
            return new Money(cents + cents * percent / 100);
        }

        boolean isSame(Money other) {
            return cents == other.cents;
        }

        @Override
        public String toString() {
            return cents / 100 + "." + cents % 100;
        }
    }

    /** Something that can be bought. */
    static final class Item {
        private final int id;
        private final String name;
        private final Money price;

        Item(int id, String name, Money price) {
            this.id = id;
            this.name = name;
            this.price = price;
        }
    }

    /** The catalogue is filled before the terminals start. */
    static final class Catalogue {
        private final Map<Integer, Item> items = new HashMap<>();

        void add(Item item) {
            items.put(item.id, item);
        }

        Item item(int id) {
            Item item = items.get(id);
            if (item == null) {
                throw new IllegalArgumentException("no item " + id);
            }
            return item;
        }
    }

    /** How many of each item a warehouse has. */
    static final class Stock {
        private final int[] quantity;
        private int reordered;

        Stock(int items, int each) {
            quantity = new int[items];
            for (int i = 0; i < items; i++) {
                quantity[i] = each;
            }
        }

        synchronized void take(int item, int count) {
            if (quantity[item] < count) {
                quantity[item] += 10;
                reordered += 10;
            }
            quantity[item] -= count;
        }

        synchronized int total() {
            int sum = 0;
            for (int q : quantity) {
                sum += q;
            }
            return sum;
        }

        synchronized int reordered() {
            return reordered;
        }
    }

    /** One line of an order, immutable. */
    static final class Line {
        private final Item item;
        private final int count;

        Line(Item item, int count) {
            this.item = item;
            this.count = count;
        }

        Money amount() {
            return item.price.times(count);
        }
    }

    /** An order belongs to its terminal until it is entered, then to its district. */
    static final class Order {
        private final Customer customer;
        private final List<Line> lines = new ArrayList<>();
        private int number = -1;
        private boolean delivered;

        Order(Customer customer) {
            this.customer = customer;
        }

        void add(Item item, int count) {
            lines.add(new Line(item, count));
        }

        Money total(int tax) {
            Money sum = Money.ZERO;
            for (Line line : lines) {
                sum = sum.plus(line.amount());
            }
            return sum.taxed(tax);
        }

        int pieces() {
            int sum = 0;
            for (Line line : lines) {
                sum += line.count;
            }
            return sum;
        }
    }

    static final class Customer {
        private final String name;
        private Money balance = Money.ZERO;
        private int payments;

        Customer(String name) {
            this.name = name;
        }

        synchronized void charge(Money amount) {
            balance = balance.plus(amount);
        }

        synchronized Money pay(int percent) {
            Money part = new Money(balance.cents * percent / 100);
            balance = balance.minus(part);
            payments++;
            return part;
        }

        synchronized Money balance() {
            return balance;
        }
    }

    /** Numbers orders and remembers those not delivered yet. */
    static final class District {
        private final int tax;
        private final Stock stock;
        private Order[] waiting = new Order[2];
        private int size;
        private int nextNumber;
        private Money revenue = Money.ZERO;

        District(int tax, Stock stock) {
            this.tax = tax;
            this.stock = stock;
        }

        synchronized int enter(Order order) {
            order.number = nextNumber++;
            for (Line line : order.lines) {
                stock.take(line.item.id, line.count);
            }
            if (size == waiting.length) {
                Order[] larger = new Order[2 * size];
                System.arraycopy(waiting, 0, larger, 0, size);
                waiting = larger;
            }
            waiting[size++] = order;
            return order.number;
        }

        synchronized Order deliverOldest() {
            if (size == 0) {
                return null;
            }
            Order oldest = waiting[0];
            size--;
            System.arraycopy(waiting, 1, waiting, 0, size);
            waiting[size] = null;
            if (oldest.delivered) {
                throw new AssertionError("order " + oldest.number + " delivered twice");
            }
            oldest.delivered = true;
            Money total = oldest.total(tax);
            oldest.customer.charge(total);
            revenue = revenue.plus(total);
            return oldest;
        }

        synchronized int ordered() {
            return nextNumber;
        }

        synchronized int waiting() {
            return size;
        }

        synchronized Money revenue() {
            return revenue;
        }
    }

    static final class Warehouse {
        private final Stock stock;
        private final District[] districts;

        Warehouse(int districts, int items) {
            stock = new Stock(items, 5);
            this.districts = new District[districts];
            for (int d = 0; d < districts; d++) {
                this.districts[d] = new District(5 + d, stock);
            }
        }

        District district(int d) {
            return districts[d % districts.length];
        }
    }

    /** What a terminal can be asked to do. */
    interface Transaction {
        void run(Warehouse warehouse, Terminal terminal);
    }

    static final class NewOrder implements Transaction {
        private final Catalogue catalogue;
        private final int item;
        private final int count;

        NewOrder(Catalogue catalogue, int item, int count) {
            this.catalogue = catalogue;
            this.item = item;
            this.count = count;
        }

        @Override
        public void run(Warehouse warehouse, Terminal terminal) {
            Order order = new Order(terminal.customer);
            order.add(catalogue.item(item), count);
            warehouse.district(terminal.id).enter(order);
            terminal.pieces += order.pieces();
        }
    }

    static final class Delivery implements Transaction {
        @Override
        public void run(Warehouse warehouse, Terminal terminal) {
            Order order = warehouse.district(terminal.id).deliverOldest();
            if (order != null) {
                terminal.delivered++;
            }
        }
    }

    static final class Payment implements Transaction {
        @Override
        public void run(Warehouse warehouse, Terminal terminal) {
            terminal.paid = terminal.paid.plus(terminal.customer.pay(100));
        }
    }

    static final class Terminal implements Runnable {
        private final int id;
        private final Warehouse warehouse;
        private final Customer customer;
        private final List<Transaction> script = new ArrayList<>();
        private int pieces;
        private int delivered;
        private Money paid = Money.ZERO;

        Terminal(int id, Warehouse warehouse, Customer customer) {
            this.id = id;
            this.warehouse = warehouse;
            this.customer = customer;
        }

        Terminal then(Transaction transaction) {
            script.add(transaction);
            return this;
        }

        @Override
        public void run() {
            for (Transaction transaction : script) {
                transaction.run(warehouse, this);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int count = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        Catalogue catalogue = new Catalogue();
        String[] names = {"warp", "weft", "reed"};
        for (int i = 0; i < names.length; i++) {
            catalogue.add(new Item(i, names[i], new Money(250 * (i + 1))));
        }
        Warehouse warehouse = new Warehouse(1, names.length);
        int before = warehouse.stock.total();
        Terminal[] terminals = new Terminal[count];
        Thread[] threads = new Thread[count];
        for (int t = 0; t < count; t++) {
            terminals[t] = new Terminal(t, warehouse, new Customer("customer " + t))
                    .then(new NewOrder(catalogue, t % names.length, 2 + t))
                    .then(new Delivery())
                    .then(new Payment());
            threads[t] = new Thread(terminals[t]);
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        int pieces = 0;
        int delivered = 0;
        Money paid = Money.ZERO;
        Money owed = Money.ZERO;
        for (Terminal terminal : terminals) {
            pieces += terminal.pieces;
            delivered += terminal.delivered;
            paid = paid.plus(terminal.paid);
            owed = owed.plus(terminal.customer.balance());
        }
        District district = warehouse.district(0);
        if (delivered + district.waiting() != district.ordered()) {
            throw new AssertionError(delivered + " of " + district.ordered() + " orders delivered");
        }
        if (!paid.plus(owed).isSame(district.revenue())) {
            throw new AssertionError("paid " + paid + ", owed " + owed + ", revenue " + district.revenue());
        }
        if (warehouse.stock.total() != before + warehouse.stock.reordered() - pieces) {
            throw new AssertionError("stock " + warehouse.stock.total());
        }
    }
}
