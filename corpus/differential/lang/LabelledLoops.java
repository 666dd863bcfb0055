public class LabelledLoops {
    public static void main(String[] args) {
        StringBuilder s = new StringBuilder();
        outer: for (int i = 0; ; i++) {
            inner: do {
                for (int j = 0; j < 5; j++) {
                    if (j == i) continue outer;
                    if (i + j == 5) break inner;
                    if (i > 6) break outer;
                    s.append(i).append(j).append(' ');
                }
            } while (i++ < 2);
            s.append('|');
        }
        System.out.println(s);
        block: {
            if (s.length() > 3) break block;
            System.out.println("never");
        }
        int x = 0;
        l: while (true) {
            switch (x++) {
                case 0: continue l;
                case 3: break l;
                default: System.out.print("d" + x + " ");
            }
        }
        System.out.println(x);
        for (int i = 0, j = 10; i < j; i += 2, j--) System.out.print(i + ":" + j + " ");
        System.out.println();
        int k = 5;
        k = k++ + ++k;
        System.out.println(k);
        k += k++ * 2 + k;
        System.out.println(k);
        int[] a = {1, 2, 3};
        int i = 0;
        a[i] = i = 2;
        System.out.println(a[0] + " " + a[2] + " " + i);
        a[i--] += 10 * i;
        System.out.println(a[2] + " " + i);
        int sw = 7;
        String r = switch (sw) {
            case 1, 2 -> "low";
            case 7 -> {
                String t = "";
                for (char c = 'a'; c < 'e'; c++) t += c;
                yield t;
            }
            default -> throw new IllegalStateException();
        };
        System.out.println(r);
        for (char c = 'x'; c <= 'z'; c++) System.out.print((char) (c - 32));
        System.out.println((int) 'a' + 'b' + "c" + 'd' + 1);
        final int K = 3;
        switch (3) {
            case K: System.out.println("const");
        }
        do {
            if (k-- < 0) break;
        } while (k > 10);
        System.out.println(k);
        var list = new java.util.ArrayList<Integer>();
        for (var e : new int[][] {{1}, {2, 3}}) for (var f : e) list.add(f);
        System.out.println(list);
    }
}
