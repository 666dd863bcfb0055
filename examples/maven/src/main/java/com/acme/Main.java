package com.acme;

/** Two transfers at the same time; with an argument, each takes its locks in the same order. */
public final class Main {
    private Main() {}

    public static void main(String[] args) throws InterruptedException {
        Account a = new Account(1, 100);
        Account b = new Account(2, 100);
        boolean ordered = args.length > 0;
        Thread there = new Thread(() -> transfer(a, b, ordered));
        there.start();
        transfer(b, a, ordered);
        there.join();
    }

    private static void transfer(Account from, Account to, boolean ordered) {
        if (ordered) {
            from.transferInOrder(to, 10);
        } else {
            from.transfer(to, 10);
        }
    }
}
