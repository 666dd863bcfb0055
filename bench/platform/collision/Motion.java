/** What an aircraft flew between two frames, taken as a straight line. */
final class Motion {
    final CallSign callSign;
    final Vector3 from;
    final Vector3 to;

    Motion(CallSign callSign, Vector3 from, Vector3 to) {
        this.callSign = callSign;
        this.from = from;
        this.to = to;
    }

    Vector3 path() {
        return to.minus(from);
    }

    Vector3 at(float part) {
        return from.towards(to, part);
    }

    /** The lower and the upper corner of the box around the motion, on the ground. */
    Vector2 lower() {
        return new Vector2(Math.min(from.x, to.x), Math.min(from.y, to.y));
    }

    Vector2 upper() {
        return new Vector2(Math.max(from.x, to.x), Math.max(from.y, to.y));
    }

    /**
     * When two aircraft first come closer than {@link Sky#PROXIMITY}, as a part of the time between
     * the frames; negative if they do not. Their distance is a quadratic function of time.
     */
    float meets(Motion other) {
        Vector3 apart = from.minus(other.from);
        Vector3 drift = path().minus(other.path());
        float a = drift.squaredLength();
        float b = apart.dot(drift);
        float c = apart.squaredLength() - Sky.PROXIMITY * Sky.PROXIMITY;
        if (c <= 0) {
            return 0;
        }
        // They are apart at first: they meet if the distance shrinks fast enough.
        if (a == 0 || b >= 0) {
            return -1;
        }
        float discriminant = b * b - a * c;
        if (discriminant < 0) {
            return -1;
        }
        float time = (-b - (float) Math.sqrt(discriminant)) / a;
        return time <= 1 ? time : -1;
    }

    /** Whether the motion passes over a square of the ground, or nearer to it than `margin`. */
    boolean crosses(Vector2 corner, float side, float margin) {
        Vector2 low = corner.minus(new Vector2(margin, margin));
        float size = side + 2 * margin;
        Vector2 start = from.ground().minus(low);
        Vector2 way = path().ground();
        float enter = 0;
        float leave = 1;
        // Cuts the motion with the slab of each axis in turn (Liang and Barsky).
        float[] starts = {start.x, start.y};
        float[] ways = {way.x, way.y};
        for (int axis = 0; axis < 2; axis++) {
            if (ways[axis] == 0) {
                if (starts[axis] < 0 || starts[axis] > size) {
                    return false;
                }
                continue;
            }
            float one = -starts[axis] / ways[axis];
            float two = (size - starts[axis]) / ways[axis];
            enter = Math.max(enter, Math.min(one, two));
            leave = Math.min(leave, Math.max(one, two));
        }
        return enter <= leave;
    }

    @Override
    public String toString() {
        return callSign + ": " + from + " to " + to;
    }
}
