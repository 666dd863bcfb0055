package com.acme;

/** An account that can transfer money to another one. */
public class Account {
    private final int number;
    private long balance;

    public Account(int number, long balance) {
        this.number = number;
        this.balance = balance;
    }

    /** Takes the lock of this account, then that of the other one. */
    public void transfer(Account to, long amount) {
        synchronized (this) {
            synchronized (to) {
                balance -= amount;
                to.balance += amount;
            }
        }
    }

    /** Takes the locks in the order of the numbers, whoever transfers to whom. */
    public void transferInOrder(Account to, long amount) {
        Account first = number < to.number ? this : to;
        Account second = first == this ? to : this;
        synchronized (first) {
            synchronized (second) {
                balance -= amount;
                to.balance += amount;
            }
        }
    }

    public synchronized long balance() {
        return balance;
    }
}
