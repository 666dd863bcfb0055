/** A point or a direction in the plane; never changes. */
final class Vector2 {
    static final Vector2 ZERO = new Vector2(0, 0);

    final float x;
    final float y;

    Vector2(float x, float y) {
        this.x = x;
        this.y = y;
    }

    Vector2 plus(Vector2 other) {
        return new Vector2(x + other.x, y + other.y);
    }

    Vector2 minus(Vector2 other) {
        return new Vector2(x - other.x, y - other.y);
    }

    Vector2 times(float factor) {
        return new Vector2(x * factor, y * factor);
    }

    float dot(Vector2 other) {
        return x * other.x + y * other.y;
    }

    float squaredLength() {
        return dot(this);
    }

    /** The vector turned by a quarter to the left. */
    Vector2 turned() {
        return new Vector2(-y, x);
    }

    boolean isZero() {
        return x == 0 && y == 0;
    }

    @Override
    public boolean equals(Object object) {
        if (!(object instanceof Vector2)) {
            return false;
        }
        Vector2 other = (Vector2) object;
        return x == other.x && y == other.y;
    }

    @Override
    public int hashCode() {
        return Float.floatToIntBits(x) * 31 + Float.floatToIntBits(y);
    }

    @Override
    public String toString() {
        return "(" + x + ", " + y + ")";
    }
}
