/** Where an aircraft is at a time. */
abstract class Trajectory {
    abstract Vector3 at(float time);

    /** Straight on with constant speed. */
    static final class Line extends Trajectory {
        private final Vector3 start;
        private final Vector3 velocity;

        Line(Vector3 start, Vector3 velocity) {
            this.start = start;
            this.velocity = velocity;
        }

        @Override
        Vector3 at(float time) {
            return start.plus(velocity.times(time));
        }
    }

    /** Round and round at one height. */
    static final class Circle extends Trajectory {
        private final Vector3 centre;
        private final float radius;
        private final float turn;

        /** @param turn the angle flown in a unit of time, in radians */
        Circle(Vector3 centre, float radius, float turn) {
            this.centre = centre;
            this.radius = radius;
            this.turn = turn;
        }

        @Override
        Vector3 at(float time) {
            double angle = turn * time;
            return centre.plus(new Vector3((float) Math.cos(angle), (float) Math.sin(angle), 0).times(radius));
        }
    }

    /** A line that climbs or sinks to a height and then stays there. */
    static final class Climb extends Trajectory {
        private final Line line;
        private final float height;

        Climb(Vector3 start, Vector3 velocity, float height) {
            line = new Line(start, velocity);
            this.height = height;
        }

        @Override
        Vector3 at(float time) {
            Vector3 position = line.at(time);
            boolean above = position.z > height;
            boolean climbs = line.velocity.z > 0;
            return above == climbs ? new Vector3(position.x, position.y, height) : position;
        }
    }

    /** One trajectory up to a time, another one from then on. */
    static final class Then extends Trajectory {
        private final Trajectory first;
        private final float until;
        private final Trajectory second;

        Then(Trajectory first, float until, Trajectory second) {
            this.first = first;
            this.until = until;
            this.second = second;
        }

        @Override
        Vector3 at(float time) {
            return time < until ? first.at(time) : second.at(time - until);
        }
    }
}
