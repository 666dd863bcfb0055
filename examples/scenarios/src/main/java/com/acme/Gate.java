package com.acme;

import java.util.concurrent.locks.LockSupport;

/** One thread waits until another one has opened the gate. */
public final class Gate {
    private volatile boolean open;
    private volatile Thread waiting;

    /** Says who waits before it looks: whoever opens the gate afterwards knows whom to wake. */
    public void await() {
        waiting = Thread.currentThread();
        while (!open) {
            LockSupport.park(this);
        }
    }

    /** Looks before it says who waits: a gate that is opened in between wakes nobody. */
    public void awaitTooLate() {
        if (!open) {
            waiting = Thread.currentThread();
            LockSupport.park(this);
        }
    }

    public void open() {
        open = true;
        LockSupport.unpark(waiting);
    }
}
