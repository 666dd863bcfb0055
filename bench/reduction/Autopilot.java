import java.util.Arrays;

/**
 * An autopilot of many small threads: sensors publish readings, a filter fuses them, controllers for
 * pitch, roll and speed read the fused attitude and send commands to actuators, a monitor watches
 * that commands stay within the envelope, and a blackboard holds the mode.
 *
 * <p>The argument is the number of control cycles.
 */
public class Autopilot {
    /** Axes that are controlled. */
    enum Axis {
        PITCH,
        ROLL,
        SPEED
    }

    enum Mode {
        ENGAGED,
        DEGRADED,
        OFF
    }

    /** One measurement, immutable. */
    static final class Reading {
        private final int source;
        private final int value;
        private final int cycle;

        Reading(int source, int value, int cycle) {
            this.source = source;
            this.value = value;
            this.cycle = cycle;
        }
    }

    /** The latest value of a topic; a reader waits for the cycle that it needs. */
    static final class Topic {
        private final String name;
        private Reading latest;

        Topic(String name) {
            this.name = name;
        }

        synchronized void publish(Reading reading) {
            latest = reading;
            notifyAll();
        }

        synchronized Reading await(int cycle) {
            while (latest == null || latest.cycle < cycle) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(name, e);
                }
            }
            return latest;
        }
    }

    /** What the aircraft would do; each sensor reads its own copy. */
    static final class Profile {
        private final int[] samples;

        Profile(int seed, int length) {
            samples = new int[length];
            int value = seed;
            for (int i = 0; i < length; i++) {
                value = (value * 13 + 7) % 41;
                samples[i] = value - 20;
            }
        }

        int at(int cycle) {
            return samples[cycle % samples.length];
        }
    }

    /** The attitude as the filter believes it; written whole under its own lock. */
    static final class Attitude {
        private final int[] values = new int[Axis.values().length];
        private int cycle = -1;

        synchronized void update(int cycle, int pitch, int roll, int speed) {
            values[Axis.PITCH.ordinal()] = pitch;
            values[Axis.ROLL.ordinal()] = roll;
            values[Axis.SPEED.ordinal()] = speed;
            this.cycle = cycle;
            notifyAll();
        }

        synchronized int await(Axis axis, int cycle) {
            while (this.cycle < cycle) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
            return values[axis.ordinal()];
        }
    }

    /** A proportional and integral law with limits; one per controller, never shared. */
    static final class Law {
        private final int gain;
        private final int limit;
        private int integral;

        Law(int gain, int limit) {
            this.gain = gain;
            this.limit = limit;
        }

        int command(int target, int actual) {
            int error = target - actual;
            integral = clamp(integral + error, 4 * limit);
            return clamp((gain * error + integral / 4) / 8, limit);
        }

        private static int clamp(int value, int limit) {
            return Math.max(-limit, Math.min(limit, value));
        }
    }

    /** A surface or the throttle: remembers the last command. */
    static final class Actuator {
        private final Axis axis;
        private final int limit;
        private int position;
        private int moves;

        Actuator(Axis axis, int limit) {
            this.axis = axis;
            this.limit = limit;
        }

        synchronized void move(int command) {
            if (Math.abs(command) > limit) {
                throw new AssertionError(axis + " driven to " + command);
            }
            position = command;
            moves++;
        }

        synchronized int position() {
            return position;
        }

        synchronized int moves() {
            return moves;
        }
    }

    /** The mode of the whole, as all agree on it. */
    static final class Blackboard {
        private Mode mode = Mode.ENGAGED;
        private int alarms;

        synchronized Mode mode() {
            return mode;
        }

        synchronized void alarm() {
            alarms++;
            if (mode == Mode.ENGAGED) {
                mode = Mode.DEGRADED;
            }
        }

        synchronized void disengage() {
            mode = Mode.OFF;
        }

        synchronized int alarms() {
            return alarms;
        }
    }

    /** Every part of the autopilot runs a number of cycles. */
    abstract static class Task extends Thread {
        private final int cycles;

        Task(String name, int cycles) {
            super(name);
            this.cycles = cycles;
        }

        @Override
        public void run() {
            for (int cycle = 0; cycle < cycles; cycle++) {
                perform(cycle);
            }
        }

        abstract void perform(int cycle);
    }

    static final class Sensor extends Task {
        private final int id;
        private final Profile profile;
        private final Topic topic;
        private int previous;

        Sensor(int id, Profile profile, Topic topic, int cycles) {
            super("sensor-" + id, cycles);
            this.id = id;
            this.profile = profile;
            this.topic = topic;
        }

        @Override
        void perform(int cycle) {
            int raw = profile.at(cycle);
            int smooth = (raw + previous) / 2;
            previous = smooth;
            topic.publish(new Reading(id, smooth, cycle));
        }
    }

    /** Fuses two attitude sensors into one belief. */
    static final class Filter extends Task {
        private final Topic gyro;
        private final Topic air;
        private final Attitude attitude;
        private final int[] history = new int[4];

        Filter(Topic gyro, Topic air, Attitude attitude, int cycles) {
            super("filter", cycles);
            this.gyro = gyro;
            this.air = air;
            this.attitude = attitude;
        }

        @Override
        void perform(int cycle) {
            Reading inertial = gyro.await(cycle);
            Reading pressure = air.await(cycle);
            int pitch = weigh(inertial.value, pressure.value, 3);
            int roll = weigh(inertial.value, -pressure.value, 2);
            history[cycle % history.length] = pitch;
            int speed = pressure.value + average();
            attitude.update(cycle, pitch, roll, speed);
        }

        private static int weigh(int a, int b, int weight) {
            return (weight * a + b) / (weight + 1);
        }

        private int average() {
            int[] sorted = history.clone();
            Arrays.sort(sorted);
            return (sorted[1] + sorted[2]) / 2;
        }
    }

    static final class Controller extends Task {
        private final Axis axis;
        private final Attitude attitude;
        private final Actuator actuator;
        private final Blackboard board;
        private final Law law;
        private final int target;

        Controller(Axis axis, Attitude attitude, Actuator actuator, Blackboard board, Law law, int target, int cycles) {
            super("controller-" + axis, cycles);
            this.axis = axis;
            this.attitude = attitude;
            this.actuator = actuator;
            this.board = board;
            this.law = law;
            this.target = target;
        }

        @Override
        void perform(int cycle) {
            int actual = attitude.await(axis, cycle);
            int command = law.command(target, actual);
            if (board.mode() == Mode.DEGRADED) {
                command /= 2;
            }
            if (Math.abs(actual) > 30) {
                board.alarm();
            }
            actuator.move(command);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int cycles = args.length > 0 ? Integer.parseInt(args[0]) : 1;
        Topic gyro = new Topic("gyro");
        Topic air = new Topic("air");
        Attitude attitude = new Attitude();
        Blackboard board = new Blackboard();
        Actuator elevator = new Actuator(Axis.PITCH, 10);
        Actuator ailerons = new Actuator(Axis.ROLL, 15);
        Task[] tasks = {
            new Sensor(0, new Profile(3, 8), gyro, cycles),
            new Sensor(1, new Profile(5, 8), air, cycles),
            new Filter(gyro, air, attitude, cycles),
            new Controller(Axis.PITCH, attitude, elevator, board, new Law(6, 10), 4, cycles),
            new Controller(Axis.ROLL, attitude, ailerons, board, new Law(5, 15), 0, cycles),
        };
        for (Task task : tasks) {
            task.start();
        }
        for (Task task : tasks) {
            task.join();
        }
        if (elevator.moves() != cycles || ailerons.moves() != cycles) {
            throw new AssertionError("moves " + elevator.moves() + ", " + ailerons.moves());
        }
        if (board.alarms() == 0 && board.mode() != Mode.ENGAGED) {
            throw new AssertionError("degraded without an alarm");
        }
        board.disengage();
        if (elevator.position() > 10) {
            throw new AssertionError("elevator at " + elevator.position());
        }
    }
}
