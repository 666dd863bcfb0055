package com.acme;

/** A buffer with one place, by monitors. */
public final class BoundedBuffer {
    private Integer value;

    public synchronized void put(int value) throws InterruptedException {
        while (this.value != null) {
            wait();
        }
        this.value = value;
        notifyAll();
    }

    public synchronized int take() throws InterruptedException {
        while (value == null) {
            wait();
        }
        int taken = value;
        value = null;
        notifyAll();
        return taken;
    }

    /** Wakes one thread, which may be another producer: then nobody goes on. */
    public synchronized void putAndWakeOne(int value) throws InterruptedException {
        while (this.value != null) {
            wait();
        }
        this.value = value;
        notify();
    }

    public synchronized int takeAndWakeOne() throws InterruptedException {
        while (value == null) {
            wait();
        }
        int taken = value;
        value = null;
        notify();
        return taken;
    }

    /** Does not look again after it was woken: another consumer may have been faster. */
    public synchronized int takeWithoutLookingAgain() throws InterruptedException {
        if (value == null) {
            wait();
        }
        int taken = value;
        value = null;
        notifyAll();
        return taken;
    }
}
