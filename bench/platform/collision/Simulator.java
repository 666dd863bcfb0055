import java.util.Vector;

/** Flies aircraft and sends what a radar would see of them, frame by frame. */
final class Simulator implements Runnable {
    private final FrameBuffer buffer = new FrameBuffer();
    private final int messages;
    private int sent;

    Simulator(int messages) {
        this.messages = messages;
    }

    /** Two that meet in the fourth frame, one that circles around them, and some that pass by. */
    private static Vector<Aircraft> aircraft() {
        Vector<Aircraft> aircraft = new Vector<>();
        float middle = Sky.SIDE / 2;
        Vector3 meeting = new Vector3(middle, middle, 8);
        Vector3 east = new Vector3(2, 0, 0);
        Vector3 climbing = new Vector3(0, 2, 0.5f);
        Trajectory line = new Trajectory.Line(meeting.minus(east.times(3.5f)), east);
        aircraft.addElement(new Aircraft(new CallSign(0, 17), line));
        Trajectory climb = new Trajectory.Climb(meeting.minus(climbing.times(3.5f)), climbing, 9);
        Trajectory away = new Trajectory.Line(meeting.plus(new Vector3(0, 5, 1)), new Vector3(1, 1, 0));
        Trajectory turn = new Trajectory.Then(climb, 6, away);
        aircraft.addElement(new Aircraft(new CallSign(1, 4), turn));
        Trajectory circle = new Trajectory.Circle(meeting, 9, 0.25f);
        aircraft.addElement(new Aircraft(new CallSign(2, 99), circle));
        for (int passing = 1; passing <= 3; passing++) {
            Vector3 start = new Vector3(5 * passing, 60 - 6 * passing, 3 * passing);
            Trajectory north = new Trajectory.Line(start, new Vector3(0.5f, 0.25f * passing, 0));
            aircraft.addElement(new Aircraft(new CallSign(3, passing), north));
        }
        return aircraft;
    }

    @Override
    public void run() {
        Vector<Aircraft> aircraft = aircraft();
        Frame frame = new Frame();
        Vector<Integer> record = new Vector<>();
        try {
            for (int message = 0; message < messages; message++) {
                look(aircraft, message, frame);
                buffer.put(frame, record);
            }
            sent = record.size();
            buffer.close();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Where the frames go. */
    FrameBuffer buffer() {
        return buffer;
    }

    /** Frames sent, after the end. */
    int sent() {
        return sent;
    }

    /** Takes the picture at a time. */
    private static void look(Vector<Aircraft> aircraft, int time, Frame frame) {
        frame.clear(time);
        for (int index = 0; index < aircraft.size(); index++) {
            Aircraft one = aircraft.elementAt(index);
            Vector3 position = one.at(time);
            if (Sky.contains(position)) {
                frame.add(one.callSign, position);
            }
        }
    }
}
