import java.util.function.Supplier;

public class HelpfulNullMessages {
    int field;
    int[] array;
    int[][] matrix;
    String text;
    HelpfulNullMessages next;
    static HelpfulNullMessages root;
    static Object lock;

    HelpfulNullMessages next() {
        return next;
    }

    static String text(int x) {
        return null;
    }

    void instance() { }

    static void attempt(Runnable r) {
        try {
            r.run();
            System.out.println("no exception");
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }

    static void locals(String param, int[] nums, HelpfulNullMessages obj, Object[][] objs) {
        int i = 2;
        String local = param;
        try {
            local.length();
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            nums[i] = 5;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            int x = nums.length;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            obj.next.next.field = 1;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            obj.next().next().instance();
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            objs[i - 2][i + 1].hashCode();
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            objs[0] = null;
            objs[0][i] = "x";
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            synchronized (lock) {
                System.out.println("never");
            }
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            throw null;
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) {
        locals(null, null, new HelpfulNullMessages(), new Object[][] {new Object[5]});
        attempt(() -> root.field++);
        attempt(() -> System.out.println(root.array[1]));
        root = new HelpfulNullMessages();
        attempt(() -> root.array[root.field]++);
        attempt(() -> System.out.println(root.matrix[0][1]));
        root.matrix = new int[2][];
        attempt(() -> System.out.println(root.matrix[1][1]));
        attempt(() -> root.text.concat("x"));
        attempt(() -> text(1).trim());
        attempt(() -> root.next().next.text.length());
        attempt(() -> {
            Integer boxed = null;
            int i = boxed;
        });
        attempt(() -> {
            Supplier<String> s = root.text::trim;
        });
        attempt(() -> {
            String s = null;
            switch (s) {
                case "a": System.out.println("a");
            }
        });
        attempt(() -> {
            for (int v : root.array) {
                System.out.println(v);
            }
        });
        attempt(() -> {
            throw new NullPointerException();
        });
        attempt(() -> {
            throw new NullPointerException("explicit");
        });
        attempt(() -> java.util.Objects.requireNonNull(null, "must be there"));
        attempt(() -> java.util.Objects.requireNonNull(null));
        attempt(() -> System.out.println(((long[]) null)[3]));
        attempt(() -> ((Object) null).toString());
    }
}
