/** Two aircraft came too close. */
final class Collision {
    private final CallSign one;
    private final CallSign two;
    private final Vector3 place;

    /** The order of the two does not matter. */
    Collision(CallSign one, CallSign two, Vector3 place) {
        boolean ordered = one.encode() <= two.encode();
        this.one = ordered ? one : two;
        this.two = ordered ? two : one;
        this.place = place;
    }

    boolean isBetween(CallSign a, CallSign b) {
        return one.equals(a) && two.equals(b) || one.equals(b) && two.equals(a);
    }

    Vector3 place() {
        return place;
    }

    @Override
    public boolean equals(Object object) {
        return object instanceof Collision && ((Collision) object).isBetween(one, two);
    }

    @Override
    public int hashCode() {
        return one.hashCode() * 31 + two.hashCode();
    }

    @Override
    public String toString() {
        return one + " and " + two + " at " + place;
    }
}
