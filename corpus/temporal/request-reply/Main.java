/** A client asks, a server answers; the server polls. */
public class Main {
    static volatile boolean request, reply;
    static volatile int served;

    public static void main(String[] args) throws Exception {
        Thread server = new Thread(() -> {
            while (true) {
                if (request) {
                    served = 1 - served;
                    reply = true;
                    request = false;
                }
            }
        }, "server");
        server.setDaemon(true);
        server.start();
        while (true) {
            reply = false;
            request = true;
            while (request) { }
        }
    }
}
