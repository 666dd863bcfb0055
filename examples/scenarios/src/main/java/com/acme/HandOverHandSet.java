package com.acme;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** A sorted set whose nodes have a lock each; a thread holds those of two neighbours. */
public final class HandOverHandSet {
    private static final class Node {
        final int key;
        final Lock lock = new ReentrantLock();
        Node next;

        Node(int key, Node next) {
            this.key = key;
            this.next = next;
        }
    }

    private final Node head = new Node(Integer.MIN_VALUE, new Node(Integer.MAX_VALUE, null));

    public boolean add(int key) {
        Node before = before(key);
        Node after = before.next;
        try {
            if (after.key == key) {
                return false;
            }
            before.next = new Node(key, after);
            return true;
        } finally {
            after.lock.unlock();
            before.lock.unlock();
        }
    }

    public boolean remove(int key) {
        Node before = before(key);
        Node after = before.next;
        try {
            if (after.key != key) {
                return false;
            }
            before.next = after.next;
            return true;
        } finally {
            after.lock.unlock();
            before.lock.unlock();
        }
    }

    /** The last node with a smaller key; it and the one after it are locked. */
    private Node before(int key) {
        Node before = head;
        before.lock.lock();
        before.next.lock.lock();
        while (before.next.key < key) {
            before.lock.unlock();
            before = before.next;
            before.next.lock.lock();
        }
        return before;
    }
}
