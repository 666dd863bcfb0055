/** An aircraft of the simulation. */
final class Aircraft {
    final CallSign callSign;
    private final Trajectory trajectory;

    Aircraft(CallSign callSign, Trajectory trajectory) {
        this.callSign = callSign;
        this.trajectory = trajectory;
    }

    Vector3 at(float time) {
        return trajectory.at(time);
    }
}
