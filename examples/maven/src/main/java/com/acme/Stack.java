package com.acme;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** A stack without locks (Treiber), and a size that is counted beside it. */
public final class Stack<T> {
    private record Node<T>(T value, Node<T> next) {}

    private final AtomicReference<Node<T>> top = new AtomicReference<>();
    private final AtomicInteger size = new AtomicInteger();

    public void push(T value) {
        Node<T> old;
        do {
            old = top.get();
        } while (!top.compareAndSet(old, new Node<>(value, old)));
        size.incrementAndGet();
    }

    /** The last value that was pushed; null if there is none. */
    public T pop() {
        Node<T> old;
        do {
            old = top.get();
            if (old == null) {
                return null;
            }
        } while (!top.compareAndSet(old, old.next()));
        size.decrementAndGet();
        return old.value();
    }

    /** How many values there are; wrong for a moment after each change. */
    public int size() {
        return size.get();
    }
}
