public class UncaughtInStaticInit {
    static int a = 5;
    static int[] arr = new int[a];
    static int b;

    static {
        System.out.println("init start " + a);
        for (int i = 0; i <= a; i++) {
            arr[i] = i;
            b += arr[i];
            System.out.println(b);
        }
        System.out.println("not reached");
    }

    public static void main(String[] args) {
        System.out.println("main is never entered");
    }
}
