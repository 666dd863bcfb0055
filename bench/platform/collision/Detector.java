/** Takes frames from the buffer and has them analysed. */
final class Detector implements Runnable {
    private final FrameBuffer buffer;
    private int frames;
    private int disorder;
    private int collisions;

    Detector(FrameBuffer buffer) {
        this.buffer = buffer;
    }

    @Override
    public void run() {
        Analysis analysis = new Analysis();
        try {
            for (Frame frame = buffer.take(); frame != null; frame = buffer.take()) {
                analysis.process(frame);
                buffer.release();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        frames = analysis.frames();
        disorder = analysis.disorder();
        collisions = analysis.collisions();
    }

    /** Frames looked at, after the end. */
    int frames() {
        return frames;
    }

    /** Frames that came out of order or changed while they were being read, after the end. */
    int disorder() {
        return disorder;
    }

    /** Pairs of aircraft that came too close, after the end. */
    int collisions() {
        return collisions;
    }
}
