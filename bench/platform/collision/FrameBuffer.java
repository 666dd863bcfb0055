import java.util.Vector;

/**
 * Frames on their way from the simulator to the detector: a ring of slots. Each slot belongs to one
 * thread at a time. The monitor is for waiting until there is something to read, or room to write.
 *
 * Whether one has to wait at all is looked at without the monitor, and so are the positions moved
 * on: each is written by one thread only, so that nothing is ever lost. But nothing orders these
 * accesses either. This is the known race of this program.
 */
final class FrameBuffer {
    private final Frame[] slots = new Frame[Sky.SLOTS];
    /** The slot to read next; moved on by the detector. */
    private int first;
    /** The slot to write next; moved on by the simulator. The buffer is empty if both are the same. */
    private int last;
    private boolean closed;

    FrameBuffer() {
        for (int slot = 0; slot < slots.length; slot++) {
            slots[slot] = new Frame();
        }
    }

    private int after(int slot) {
        return slot + 1 == slots.length ? 0 : slot + 1;
    }

    /** Sends a frame, and notes in the record that it was written. */
    void put(Frame frame, Vector<Integer> record) throws InterruptedException {
        int here = last;
        int next = after(here);
        if (next == first) {
            synchronized (this) {
                while (next == first) {
                    wait();
                }
            }
        }
        slots[here].copy(frame);
        record.addElement(frame.number());
        last = next;
        synchronized (this) {
            notify();
        }
    }

    /** The oldest frame, in its slot, until {@link #release}; null at the end. */
    Frame take() throws InterruptedException {
        if (last == first) {
            synchronized (this) {
                while (last == first && !closed) {
                    wait();
                }
            }
            if (last == first) {
                return null;
            }
        }
        return slots[first];
    }

    /** Gives the slot of the oldest frame back. */
    void release() {
        first = after(first);
        synchronized (this) {
            notify();
        }
    }

    /** No more frames will come. */
    synchronized void close() {
        closed = true;
        notify();
    }
}
