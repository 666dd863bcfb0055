public class Main {
    static class Device {
        int pendingIo = 1;
        volatile boolean stoppingFlag;
        volatile boolean stoppingEvent;
        volatile boolean stopped;
    }

    static int inc(Device d) {
        synchronized (d) {
            d.pendingIo++;
        }
        if (d.stoppingFlag) {
            dec(d);
            return -1;
        }
        return 1;
    }

    static void dec(Device d) {
        int pio;
        synchronized (d) {
            d.pendingIo--;
            pio = d.pendingIo;
        }
        if (pio == 0) d.stoppingEvent = true;
    }

    static void add(Device d) {
        int status = inc(d);
        if (status > 0) {
            assert !d.stopped : "I/O on a stopped device";
        }
        dec(d);
    }

    static void stop(Device d) {
        d.stoppingFlag = true;
        dec(d);
        while (!d.stoppingEvent) {
            Thread.onSpinWait();
        }
        d.stopped = true;
    }

    public static void main(String[] args) {
        Device d = new Device();
        new Thread(() -> stop(d)).start();
        add(d);
    }
}
