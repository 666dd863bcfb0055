public class Main {
    static class Controls {
        private final boolean[] called = {true, true};
        private int served;

        synchronized int claim() {
            for (int floor = 0; floor < called.length; floor++) {
                if (called[floor]) {
                    called[floor] = false;
                    return floor;
                }
            }
            return -1;
        }

        synchronized void served() {
            served++;
        }
    }

    static class Elevator extends Thread {
        private final Controls controls;
        private int floor;

        Elevator(Controls controls) {
            this.controls = controls;
        }

        @Override
        public void run() {
            int next = controls.claim();
            if (next < 0) return;
            floor = next;
            controls.served();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Controls controls = new Controls();
        Elevator a = new Elevator(controls);
        Elevator b = new Elevator(controls);
        a.start();
        b.start();
        a.join();
        b.join();
        assert a.floor != b.floor;
        System.out.println("served=" + controls.served);
    }
}
