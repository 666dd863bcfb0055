import java.util.Vector;

/** Looks for collisions, frame by frame. */
final class Analysis {
    private final StateTable table = new StateTable();
    private final Voxels voxels = new Voxels();
    private final Vector<Collision> found = new Vector<>();
    private int frames;
    private int disorder;
    private int expected;

    /** Takes a frame into account. */
    void process(Frame frame) {
        int number = frame.number();
        Vector<Motion> motions = motions(frame);
        if (number != expected || frame.number() != number) {
            disorder++;
        }
        expected = number + 1;
        frames++;
        voxels.clear();
        for (int index = 0; index < motions.size(); index++) {
            voxels.add(motions.elementAt(index));
        }
        Vector<Vector<Motion>> crowded = voxels.crowded();
        for (int index = 0; index < crowded.size(); index++) {
            compare(crowded.elementAt(index));
        }
    }

    /** What the aircraft of a frame flew since the frame before. */
    private Vector<Motion> motions(Frame frame) {
        Vector<Motion> motions = new Vector<>();
        Vector<CallSign> seen = new Vector<>();
        for (int index = 0; index < frame.count(); index++) {
            CallSign callSign = frame.callSign(index);
            Vector3 now = frame.position(index);
            Vector3 before = table.update(callSign, now);
            seen.addElement(callSign);
            motions.addElement(new Motion(callSign, before == null ? now : before, now));
        }
        table.retain(seen);
        return motions;
    }

    /** Compares all pairs of motions of a voxel. */
    private void compare(Vector<Motion> motions) {
        for (int i = 1; i < motions.size(); i++) {
            for (int j = 0; j < i; j++) {
                Motion one = motions.elementAt(i);
                Motion two = motions.elementAt(j);
                float time = one.meets(two);
                if (time >= 0) {
                    note(one, two, time);
                }
            }
        }
    }

    private void note(Motion one, Motion two, float time) {
        Collision collision = new Collision(one.callSign, two.callSign, one.at(time));
        if (!found.contains(collision)) {
            found.addElement(collision);
        }
    }

    /** Frames that were looked at. */
    int frames() {
        return frames;
    }

    /** Frames that came out of order or changed while they were being read. */
    int disorder() {
        return disorder;
    }

    int collisions() {
        return found.size();
    }
}
