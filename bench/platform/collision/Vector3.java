/** A point or a direction in space; never changes. */
final class Vector3 {
    static final Vector3 ZERO = new Vector3(0, 0, 0);

    final float x;
    final float y;
    final float z;

    Vector3(float x, float y, float z) {
        this.x = x;
        this.y = y;
        this.z = z;
    }

    Vector3 plus(Vector3 other) {
        return new Vector3(x + other.x, y + other.y, z + other.z);
    }

    Vector3 minus(Vector3 other) {
        return new Vector3(x - other.x, y - other.y, z - other.z);
    }

    Vector3 times(float factor) {
        return new Vector3(x * factor, y * factor, z * factor);
    }

    float dot(Vector3 other) {
        return x * other.x + y * other.y + z * other.z;
    }

    Vector3 cross(Vector3 other) {
        return new Vector3(
            y * other.z - z * other.y,
            z * other.x - x * other.z,
            x * other.y - y * other.x);
    }

    float squaredLength() {
        return dot(this);
    }

    float length() {
        return (float) Math.sqrt(squaredLength());
    }

    float distance(Vector3 other) {
        return minus(other).length();
    }

    /** The same direction with length one; zero stays zero. */
    Vector3 unit() {
        float length = length();
        return length == 0 ? ZERO : times(1 / length);
    }

    /** What lies on the ground below. */
    Vector2 ground() {
        return new Vector2(x, y);
    }

    /** The point at `part` of the way to another; 0 is here, 1 is there. */
    Vector3 towards(Vector3 other, float part) {
        return plus(other.minus(this).times(part));
    }

    @Override
    public boolean equals(Object object) {
        if (!(object instanceof Vector3)) {
            return false;
        }
        Vector3 other = (Vector3) object;
        return x == other.x && y == other.y && z == other.z;
    }

    @Override
    public int hashCode() {
        return (Float.floatToIntBits(x) * 31 + Float.floatToIntBits(y)) * 31 + Float.floatToIntBits(z);
    }

    @Override
    public String toString() {
        return "(" + x + ", " + y + ", " + z + ")";
    }
}
