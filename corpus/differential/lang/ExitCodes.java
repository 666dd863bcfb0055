public class ExitCodes {
    static class Lazy {
        static {
            System.out.println("lazy init");
        }

        static void done(int code) {
            System.out.println("code " + code);
            System.exit(code);
        }
    }

    public static void main(String[] args) {
        System.out.print("no newline at end of this part;");
        System.out.flush();
        System.err.println("err line");
        int sum = 0;
        for (int i = 0; ; i++) {
            sum += i * i;
            if (sum > 250) {
                Lazy.done(sum);
            }
        }
    }
}
