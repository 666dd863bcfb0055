import java.util.ArrayList;
import java.util.List;

/**
 * Lifts of a building: people call a lift at a panel, a controller assigns each call to the lift with
 * the lowest cost, lifts travel, open their doors, and let people in and out.
 *
 * <p>The argument is the number of people. Every person must arrive where they wanted to go.
 */
public class Elevator {
    static final int FLOORS = 3;

    enum Direction {
        UP,
        DOWN,
        NONE;

        static Direction from(int here, int there) {
            return there > here ? UP : there < here ? DOWN : NONE;
        }
    }

    /** A wish to go from one floor to another; immutable. */
    static final class Call {
        private final int person;
        private final int from;
        private final int to;

        Call(int person, int from, int to) {
            if (from < 0 || to < 0 || from >= FLOORS || to >= FLOORS) {
                throw new IllegalArgumentException("no such floor");
            }
            this.person = person;
            this.from = from;
            this.to = to;
        }

        Direction direction() {
            return Direction.from(from, to);
        }
    }

    /** How often the doors of each floor opened; a counter per floor. */
    static final class DoorLog {
        private final int[] opened = new int[FLOORS];

        synchronized void open(int floor) {
            opened[floor]++;
        }

        synchronized int total() {
            int sum = 0;
            for (int count : opened) {
                sum += count;
            }
            return sum;
        }
    }

    /** The cabin's plan: which floors it will stop at. Private to one lift. */
    static final class Plan {
        private final boolean[] stops = new boolean[FLOORS];
        private int pending;

        void add(int floor) {
            if (!stops[floor]) {
                stops[floor] = true;
                pending++;
            }
        }

        boolean isEmpty() {
            return pending == 0;
        }

        boolean reach(int floor) {
            if (stops[floor]) {
                stops[floor] = false;
                pending--;
                return true;
            }
            return false;
        }

        int nearest(int floor) {
            int best = -1;
            for (int f = 0; f < stops.length; f++) {
                if (stops[f] && (best < 0 || Math.abs(f - floor) < Math.abs(best - floor))) {
                    best = f;
                }
            }
            return best;
        }
    }

    /** Calls that wait to be served, in order of arrival. */
    static final class Panel {
        private final List<Call> calls = new ArrayList<>();
        private boolean closed;

        synchronized void press(Call call) {
            calls.add(call);
            notifyAll();
        }

        synchronized Call next() {
            while (calls.isEmpty() && !closed) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
            return calls.isEmpty() ? null : calls.remove(0);
        }

        synchronized void close() {
            closed = true;
            notifyAll();
        }
    }

    /** Says who has arrived, so that people can wait for it. */
    static final class Arrivals {
        private final int[] floors;
        private int count;

        Arrivals(int people) {
            floors = new int[people];
            for (int p = 0; p < people; p++) {
                floors[p] = -1;
            }
        }

        synchronized void arrive(int person, int floor) {
            if (floors[person] >= 0) {
                throw new AssertionError("person " + person + " arrived twice");
            }
            floors[person] = floor;
            count++;
            notifyAll();
        }

        synchronized int await(int person) {
            while (floors[person] < 0) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
            return floors[person];
        }

        synchronized int count() {
            return count;
        }
    }

    /** The moving part: position and load, used by one lift thread. */
    static final class Cabin {
        private final int number;
        private final DoorLog doors;
        private final List<Call> aboard = new ArrayList<>();
        private final Plan plan = new Plan();
        private int floor;
        private int travelled;
        private Direction heading = Direction.NONE;

        Cabin(int number, int floor, DoorLog doors) {
            this.number = number;
            this.floor = floor;
            this.doors = doors;
        }

        void serve(Call call, Arrivals arrivals) {
            plan.add(call.from);
            run(arrivals);
            aboard.add(call);
            plan.add(call.to);
            heading = call.direction();
            run(arrivals);
            heading = Direction.NONE;
        }

        private void run(Arrivals arrivals) {
            while (!plan.isEmpty()) {
                int next = plan.nearest(floor);
                step(next);
                if (plan.reach(floor)) {
                    doors.open(floor);
                    leave(arrivals);
                }
            }
        }

        private void step(int towards) {
            if (towards > floor) {
                floor++;
                travelled++;
            } else if (towards < floor) {
                floor--;
                travelled++;
            }
            if (floor < 0 || floor >= FLOORS) {
                throw new AssertionError("cabin " + number + " at " + floor);
            }
        }

        private void leave(Arrivals arrivals) {
            for (int i = aboard.size() - 1; i >= 0; i--) {
                if (aboard.get(i).to == floor) {
                    arrivals.arrive(aboard.remove(i).person, floor);
                }
            }
        }
    }

    static final class Lift extends Thread {
        private final Cabin cabin;
        private final Panel panel;
        private final Arrivals arrivals;
        private int served;

        Lift(int number, Panel panel, Arrivals arrivals, DoorLog doors) {
            super("lift-" + number);
            this.cabin = new Cabin(number, number % FLOORS, doors);
            this.panel = panel;
            this.arrivals = arrivals;
            setDaemon(true);
        }

        @Override
        public void run() {
            for (Call call = panel.next(); call != null; call = panel.next()) {
                cabin.serve(call, arrivals);
                served++;
            }
        }
    }

    static final class Person extends Thread {
        private final Call call;
        private final Panel panel;
        private final Arrivals arrivals;

        Person(Call call, Panel panel, Arrivals arrivals) {
            super("person-" + call.person);
            this.call = call;
            this.panel = panel;
            this.arrivals = arrivals;
        }

        @Override
        public void run() {
            panel.press(call);
            int floor = arrivals.await(call.person);
            if (floor != call.to) {
                throw new AssertionError("wanted " + call.to + ", is at " + floor);
            }
        }
    }

    /** Builds lifts and people, and checks the books in the end. */
    static final class Building {
        private final Panel panel = new Panel();
        private final DoorLog doors = new DoorLog();
        private final Arrivals arrivals;
        private final Lift[] lifts;
        private final Person[] people;

        Building(int lifts, int people) {
            arrivals = new Arrivals(people);
            this.lifts = new Lift[lifts];
            for (int l = 0; l < lifts; l++) {
                this.lifts[l] = new Lift(l, panel, arrivals, doors);
            }
            this.people = new Person[people];
            for (int p = 0; p < people; p++) {
                Call call = new Call(p, p % FLOORS, (p + 2) % FLOORS);
                this.people[p] = new Person(call, panel, arrivals);
            }
        }

        void day() throws InterruptedException {
            for (Lift lift : lifts) {
                lift.start();
            }
            for (Person person : people) {
                person.start();
            }
            for (Person person : people) {
                person.join();
            }
            panel.close();
            int served = 0;
            for (Lift lift : lifts) {
                lift.join();
                served += lift.served;
            }
            if (served != people.length || arrivals.count() != people.length) {
                throw new AssertionError(served + " served, " + arrivals.count() + " arrived");
            }
            if (doors.total() < people.length) {
                throw new AssertionError("doors opened " + doors.total() + " times");
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int people = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        new Building(1, people).day();
    }
}
