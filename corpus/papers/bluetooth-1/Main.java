public class Main {
    static class Device {
        int pendingIo = 1;
        boolean stoppingFlag;
        boolean stoppingEvent;
        boolean stopped;
    }

    static int inc(Device d) {
        if (d.stoppingFlag) return -1;
        synchronized (d) {
            d.pendingIo++;
        }
        return 0;
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
        if (status == 0) {
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
