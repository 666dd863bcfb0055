import java.util.ArrayList;
import java.util.List;

/**
 * An exchange: traders place orders with a price and a quantity, the book of each instrument matches
 * them by price and time, trades are settled between accounts, and a tape records what happened.
 *
 * <p>The argument is the number of traders. Accounts are locked in the order of their numbers.
 */
public class Trading {
    enum Side {
        BUY,
        SELL;

        Side other() {
            return this == BUY ? SELL : BUY;
        }
    }

    /** What is traded. */
    static final class Instrument {
        private final String symbol;
        private final int tick;

        Instrument(String symbol, int tick) {
            this.symbol = symbol;
            this.tick = tick;
        }

        String symbol() {
            return symbol;
        }

        boolean accepts(int price) {
            return price > 0 && price % tick == 0;
        }
    }

    /** Cash and holdings of one trader. */
    static final class Account {
        private final int number;
        private int cash;
        private int holding;

        Account(int number, int cash, int holding) {
            this.number = number;
            this.cash = cash;
            this.holding = holding;
        }

        int number() {
            return number;
        }

        synchronized void move(int cashBy, int holdingBy) {
            cash += cashBy;
            holding += holdingBy;
        }

        synchronized int cash() {
            return cash;
        }

        synchronized int holding() {
            return holding;
        }
    }

    /** A wish to buy or sell; the open quantity changes under the book's lock. */
    static final class Order {
        private final Account account;
        private final Side side;
        private final int price;
        private final int sequence;
        private int open;

        Order(Account account, Side side, int price, int quantity, int sequence) {
            this.account = account;
            this.side = side;
            this.price = price;
            this.open = quantity;
            this.sequence = sequence;
        }

        boolean crosses(Order resting) {
            return side == Side.BUY ? price >= resting.price : price <= resting.price;
        }

        boolean before(Order other) {
            if (price != other.price) {
                return side == Side.BUY ? price > other.price : price < other.price;
            }
            return sequence < other.sequence;
        }

        boolean isDone() {
            return open == 0;
        }
    }

    /** An agreement, immutable. */
    static final class Trade {
        private final Account buyer;
        private final Account seller;
        private final int price;
        private final int quantity;

        Trade(Account buyer, Account seller, int price, int quantity) {
            this.buyer = buyer;
            this.seller = seller;
            this.price = price;
            this.quantity = quantity;
        }

        int value() {
            return price * quantity;
        }
    }

    /** One side of a book, best order first. */
    static final class Queue {
        private Order[] orders = new Order[2];
        private int size;

        void insert(Order order) {
            if (size == orders.length) {
                Order[] larger = new Order[2 * size];
                System.arraycopy(orders, 0, larger, 0, size);
                orders = larger;
            }
            int at = size;
            while (at > 0 && order.before(orders[at - 1])) {
                orders[at] = orders[at - 1];
                at--;
            }
            orders[at] = order;
            size++;
        }

        Order best() {
            return size == 0 ? null : orders[0];
        }

        void dropBest() {
            size--;
            System.arraycopy(orders, 1, orders, 0, size);
            orders[size] = null;
        }

        int openQuantity() {
            int sum = 0;
            for (int i = 0; i < size; i++) {
                sum += orders[i].open;
            }
            return sum;
        }
    }

    /** Matches the orders of one instrument. */
    static final class Book {
        private final Instrument instrument;
        private final Queue bids = new Queue();
        private final Queue asks = new Queue();
        private int sequence;

        Book(Instrument instrument) {
            this.instrument = instrument;
        }

        private Queue of(Side side) {
            return side == Side.BUY ? bids : asks;
        }

        synchronized List<Trade> place(Account account, Side side, int price, int quantity) {
            if (!instrument.accepts(price)) {
                throw new IllegalArgumentException(instrument.symbol() + " at " + price);
            }
            Order order = new Order(account, side, price, quantity, sequence++);
            List<Trade> trades = new ArrayList<>();
            Queue against = of(side.other());
            while (!order.isDone()) {
                Order resting = against.best();
                if (resting == null || !order.crosses(resting)) {
                    break;
                }
                int size = Math.min(order.open, resting.open);
                order.open -= size;
                resting.open -= size;
                trades.add(agreement(order, resting, size));
                if (resting.isDone()) {
                    against.dropBest();
                }
            }
            if (!order.isDone()) {
                of(side).insert(order);
            }
            return trades;
        }

        private static Trade agreement(Order order, Order resting, int quantity) {
            Account buyer = order.side == Side.BUY ? order.account : resting.account;
            Account seller = order.side == Side.BUY ? resting.account : order.account;
            return new Trade(buyer, seller, resting.price, quantity);
        }

        synchronized int open(Side side) {
            return of(side).openQuantity();
        }
    }

    /** What was traded, in the order of settlement. */
    static final class Tape {
        private int count;
        private int volume;
        private int turnover;

        synchronized void record(Trade trade) {
            count++;
            volume += trade.quantity;
            turnover += trade.value();
        }

        synchronized int volume() {
            return volume;
        }

        synchronized int turnover() {
            return turnover;
        }

        synchronized int count() {
            return count;
        }
    }

    /** Moves cash and shares between two accounts at once. */
    static final class Clearing {
        private final Tape tape;

        Clearing(Tape tape) {
            this.tape = tape;
        }

        void settle(Trade trade) {
            Account first = trade.buyer.number() <= trade.seller.number() ? trade.buyer : trade.seller;
            Account second = first == trade.buyer ? trade.seller : trade.buyer;
            synchronized (first) {
                synchronized (second) {
                    trade.buyer.move(-trade.value(), trade.quantity);
                    trade.seller.move(trade.value(), -trade.quantity);
                }
            }
            tape.record(trade);
        }
    }

    /** Books by symbol, fixed once the exchange opens. */
    static final class Exchange {
        private final Book[] books;
        private final Clearing clearing;

        Exchange(Clearing clearing, Instrument... instruments) {
            this.clearing = clearing;
            books = new Book[instruments.length];
            for (int i = 0; i < instruments.length; i++) {
                books[i] = new Book(instruments[i]);
            }
        }

        Book book(String symbol) {
            for (Book book : books) {
                if (book.instrument.symbol().equals(symbol)) {
                    return book;
                }
            }
            throw new IllegalArgumentException("no instrument " + symbol);
        }

        void place(Account account, String symbol, Side side, int price, int quantity) {
            for (Trade trade : book(symbol).place(account, side, price, quantity)) {
                clearing.settle(trade);
            }
        }
    }

    /** How a trader decides; without state of its own. */
    interface Strategy {
        Side side(int round);

        int price(int round);
    }

    static final class Maker implements Strategy {
        private final int spread;

        Maker(int spread) {
            this.spread = spread;
        }

        @Override
        public Side side(int round) {
            return round % 2 == 0 ? Side.SELL : Side.BUY;
        }

        @Override
        public int price(int round) {
            return round % 2 == 0 ? 100 + spread : 100 - spread;
        }
    }

    static final class Taker implements Strategy {
        @Override
        public Side side(int round) {
            return round % 2 == 0 ? Side.BUY : Side.SELL;
        }

        @Override
        public int price(int round) {
            return round % 2 == 0 ? 110 : 90;
        }
    }

    static final class Trader implements Runnable {
        private final Exchange exchange;
        private final Account account;
        private final Strategy strategy;
        private final int rounds;

        Trader(Exchange exchange, Account account, Strategy strategy, int rounds) {
            this.exchange = exchange;
            this.account = account;
            this.strategy = strategy;
            this.rounds = rounds;
        }

        @Override
        public void run() {
            for (int round = 0; round < rounds; round++) {
                exchange.place(account, "HDL", strategy.side(round), strategy.price(round), 1 + round);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int traders = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        Tape tape = new Tape();
        Exchange exchange = new Exchange(new Clearing(tape), new Instrument("LOOM", 2), new Instrument("HDL", 5));
        Account[] accounts = new Account[traders];
        Thread[] threads = new Thread[traders];
        for (int t = 0; t < traders; t++) {
            accounts[t] = new Account(t, 1000, 10);
            Strategy strategy = t % 2 == 0 ? new Maker(5) : new Taker();
            threads[t] = new Thread(new Trader(exchange, accounts[t], strategy, 2), "trader-" + t);
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        int cash = 0;
        int holding = 0;
        for (Account account : accounts) {
            cash += account.cash();
            holding += account.holding();
        }
        if (cash != 1000 * traders || holding != 10 * traders) {
            throw new AssertionError("cash " + cash + ", holding " + holding);
        }
        if (tape.count() > 0 && tape.turnover() < 90 * tape.volume()) {
            throw new AssertionError("turnover " + tape.turnover());
        }
        Book book = exchange.book("HDL");
        if (book.open(Side.BUY) > 0 && book.open(Side.SELL) > 0 && traders == 1) {
            throw new AssertionError("a trader alone cannot have traded");
        }
    }
}
