/**
 * A collision detector in the style of the Purdue benchmark: a simulator thread sends radar frames
 * through a shared buffer to a detector thread, and the main thread waits for both. The argument is
 * the number of frames.
 */
public final class Main {
    private Main() {
    }

    public static void main(String[] args) throws InterruptedException {
        int messages = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        Simulator simulator = new Simulator(messages);
        Detector detector = new Detector(simulator.buffer());
        Thread simulating = new Thread(simulator, "simulator");
        Thread detecting = new Thread(detector, "detector");
        simulating.start();
        detecting.start();
        simulating.join();
        detecting.join();
        assert simulator.sent() == messages : "frames are missing";
        assert detector.frames() == messages : "frames were not looked at";
        assert detector.disorder() == 0 : "frames came out of order";
        // Two aircraft meet in the fourth frame.
        assert detector.collisions() == (messages > 3 ? 1 : 0) : "collisions were missed or made up";
    }
}
