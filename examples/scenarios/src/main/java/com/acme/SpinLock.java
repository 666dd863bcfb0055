package com.acme;

import java.util.concurrent.atomic.AtomicBoolean;

/** Mutual exclusion by one flag. */
public final class SpinLock {
    private final AtomicBoolean locked = new AtomicBoolean();

    public void lock() {
        while (!locked.compareAndSet(false, true)) {
            Thread.onSpinWait();
        }
    }

    /** Looks, then takes: both may have seen that it is free. */
    public void lockInTwoSteps() {
        while (locked.get()) {
            Thread.onSpinWait();
        }
        locked.set(true);
    }

    public void unlock() {
        locked.set(false);
    }
}
