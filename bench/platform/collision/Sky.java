/** Sizes that simulator and detector agree on. Lengths are in kilometres, time in frames. */
final class Sky {
    /** The side of the square that is watched; its south-west corner is the origin. */
    static final float SIDE = 64;
    static final float LOWEST = 0;
    static final float HIGHEST = 12;

    /** Aircraft closer to each other than this have collided. */
    static final float PROXIMITY = 1;

    /** The side of a voxel: a cell of the ground that is looked at on its own. */
    static final float VOXEL = 4 * PROXIMITY;

    /** Slots of the buffer between simulator and detector; one is always free. */
    static final int SLOTS = 3;

    private Sky() {
    }

    static boolean contains(Vector3 position) {
        return 0 <= position.x && position.x <= SIDE
            && 0 <= position.y && position.y <= SIDE
            && LOWEST <= position.z && position.z <= HIGHEST;
    }
}
