/**
 * A radar picture: which aircraft are where at one time. Frames are made once and used again and
 * again, as on a system without a garbage collector.
 */
final class Frame {
    static final int MOST = 8;

    private int number;
    private int count;
    private final int[] callSigns = new int[MOST];
    /** Three numbers for each aircraft. */
    private final float[] positions = new float[3 * MOST];

    int number() {
        return number;
    }

    int count() {
        return count;
    }

    CallSign callSign(int index) {
        return CallSign.decode(callSigns[index]);
    }

    Vector3 position(int index) {
        return new Vector3(positions[3 * index], positions[3 * index + 1], positions[3 * index + 2]);
    }

    void clear(int number) {
        this.number = number;
        count = 0;
    }

    /** Adds an aircraft; whether there was room for it. */
    boolean add(CallSign callSign, Vector3 position) {
        int index = count;
        if (index == MOST) {
            return false;
        }
        callSigns[index] = callSign.encode();
        positions[3 * index] = position.x;
        positions[3 * index + 1] = position.y;
        positions[3 * index + 2] = position.z;
        count = index + 1;
        return true;
    }

    /** Makes this frame equal to another one. */
    void copy(Frame other) {
        clear(other.number());
        for (int index = 0; index < other.count(); index++) {
            add(other.callSign(index), other.position(index));
        }
    }
}
