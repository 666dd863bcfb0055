package com.acme;

import java.util.concurrent.atomic.AtomicReference;

/** A queue without locks (Michael and Scott, PODC 1996). */
public final class MsQueue<T> {
    private static final class Node<T> {
        final T value;
        final AtomicReference<Node<T>> next = new AtomicReference<>();

        Node(T value) {
            this.value = value;
        }
    }

    private final AtomicReference<Node<T>> head;
    private final AtomicReference<Node<T>> tail;

    public MsQueue() {
        Node<T> dummy = new Node<>(null);
        head = new AtomicReference<>(dummy);
        tail = new AtomicReference<>(dummy);
    }

    public void enqueue(T value) {
        Node<T> added = new Node<>(value);
        while (true) {
            Node<T> last = tail.get();
            if (last.next.compareAndSet(null, added)) {
                tail.compareAndSet(last, added);
                return;
            }
            // Somebody has added a node and not moved the tail yet.
            tail.compareAndSet(last, last.next.get());
        }
    }

    /** The value that came first; null if there is none. */
    public T dequeue() {
        while (true) {
            Node<T> first = head.get();
            Node<T> last = tail.get();
            Node<T> next = first.next.get();
            if (next == null) {
                return null;
            }
            if (first == last) {
                tail.compareAndSet(last, next);
            } else if (head.compareAndSet(first, next)) {
                return next.value;
            }
        }
    }

    /** Moves the head without a comparison: two threads may get the same value. */
    public T dequeueCarelessly() {
        Node<T> next = head.get().next.get();
        if (next == null) {
            return null;
        }
        head.set(next);
        return next.value;
    }
}
