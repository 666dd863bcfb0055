package com.acme;

import static org.junit.jupiter.api.Assertions.assertEquals;

import heddle.junit.HeddleTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AccountTest {
    private Account a;
    private Account b;

    @BeforeEach
    void open() {
        a = new Account(1, 100);
        b = new Account(2, 100);
    }

    @HeddleTest
    void transfersDeadlock() throws InterruptedException {
        Thread there = new Thread(() -> a.transfer(b, 10));
        Thread back = new Thread(() -> b.transfer(a, 20));
        there.start();
        back.start();
        there.join();
        back.join();
        assertEquals(200, a.balance() + b.balance());
    }

    @HeddleTest
    void orderedTransfersDoNot() throws InterruptedException {
        Thread there = new Thread(() -> a.transferInOrder(b, 10));
        Thread back = new Thread(() -> b.transferInOrder(a, 20));
        there.start();
        back.start();
        there.join();
        back.join();
        assertEquals(200, a.balance() + b.balance());
    }

    @Test
    void plainTestsRunAsEver() {
        a.transfer(b, 10);
        assertEquals(90, a.balance());
    }
}
