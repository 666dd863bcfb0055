/** Lifts that share a board of calls; the argument is the number of calls. */
public class Elevator {
    static final class Board {
        private final boolean[] called;
        private int waiting;

        Board(int floors) {
            called = new boolean[floors];
        }

        synchronized void call(int floor) {
            if (!called[floor]) {
                called[floor] = true;
                waiting++;
                notifyAll();
            }
        }

        /** The call nearest to a floor, or -1 when all calls were served. */
        synchronized int next(int from, int[] left) throws InterruptedException {
            while (waiting == 0 && left[0] > 0) {
                wait();
            }
            if (left[0] == 0) {
                return -1;
            }
            for (int distance = 0; distance < called.length; distance++) {
                for (int floor = from - distance; floor <= from + distance; floor += Math.max(1, 2 * distance)) {
                    if (floor >= 0 && floor < called.length && called[floor]) {
                        called[floor] = false;
                        waiting--;
                        if (--left[0] == 0) {
                            notifyAll();
                        }
                        return floor;
                    }
                }
            }
            throw new AssertionError("a call was lost");
        }
    }

    public static void main(String[] args) {
        int calls = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        Board board = new Board(calls);
        int[] left = {calls};
        for (int lift = 0; lift < 2; lift++) {
            int start = lift * (calls - 1);
            new Thread(() -> {
                try {
                    int floor = start;
                    int moved = 0;
                    for (int next = board.next(floor, left); next >= 0; next = board.next(floor, left)) {
                        moved += Math.abs(next - floor);
                        floor = next;
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }).start();
        }
        for (int floor = 0; floor < calls; floor++) {
            board.call(floor);
        }
    }
}
