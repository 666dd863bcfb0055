public class Main {
    static class Token {
        private boolean valid = true;
        private int sessions;

        synchronized boolean valid() {
            return valid;
        }

        synchronized void spend() {
            valid = false;
            sessions++;
        }

        synchronized int sessions() {
            return sessions;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Token token = new Token();
        Runnable client = () -> {
            if (token.valid()) token.spend();
        };
        Thread a = new Thread(client);
        Thread b = new Thread(client);
        a.start();
        b.start();
        a.join();
        b.join();
        assert token.sessions() == 1;
    }
}
