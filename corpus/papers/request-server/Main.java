public class Main {
    static class Server {
        private int served;

        synchronized void done() {
            served++;
        }

        synchronized int served() {
            return served;
        }
    }

    static class Request implements Runnable {
        private final Server server;
        private final int number;
        private int answer;

        Request(Server server, int number) {
            this.server = server;
            this.number = number;
        }

        public void run() {
            answer = number * number;
            server.done();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Server server = new Server();
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            Request r = new Request(server, i);
            threads[i] = new Thread(r);
            threads[i].start();
        }
        for (Thread t : threads) t.join();
        System.out.println("served=" + server.served());
    }
}
