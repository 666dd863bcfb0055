public class Main {
    static class Frame {
        final int a;
        final int b;

        Frame(int a, int b) {
            this.a = a;
            this.b = b;
        }
    }

    static class Channel {
        private Frame slot;

        synchronized void send(Frame f) throws InterruptedException {
            while (slot != null) wait();
            slot = f;
            notifyAll();
        }

        synchronized Frame receive() throws InterruptedException {
            while (slot == null) wait();
            Frame f = slot;
            slot = null;
            notifyAll();
            return f;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Channel channel = new Channel();
        Thread simulator = new Thread(() -> {
            try {
                channel.send(new Frame(0, 1));
                channel.send(new Frame(1, 2));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        simulator.start();
        int collisions = 0;
        for (int i = 0; i < 2; i++) {
            Frame f = channel.receive();
            if (f.a == f.b) collisions++;
        }
        simulator.join();
        System.out.println("collisions=" + collisions);
    }
}
