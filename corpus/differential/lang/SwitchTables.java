public class SwitchTables {
    static String dense(int v) {
        switch (v) {
            case -3: return "m3";
            case -2: return "m2";
            case -1: return "m1";
            case 0: return "z";
            case 1: return "p1";
            case 2:
            case 3: return "p23";
            case 5: return "p5";
            default: return "d";
        }
    }

    static String sparse(int v) {
        switch (v) {
            case Integer.MIN_VALUE: return "min";
            case -1000000: return "-M";
            case -1: return "-1";
            case 0: return "0";
            case 77: return "77";
            case 100000: return "100k";
            case Integer.MAX_VALUE: return "max";
        }
        return "none";
    }

    static int edge(int v) {
        switch (v) {
            case Integer.MAX_VALUE: return 1;
            case Integer.MAX_VALUE - 1: return 2;
            case Integer.MAX_VALUE - 2: return 3;
            case Integer.MAX_VALUE - 3: return 4;
            default: return 0;
        }
    }

    static int edgeLow(int v) {
        switch (v) {
            case Integer.MIN_VALUE: return 1;
            case Integer.MIN_VALUE + 1: return 2;
            case Integer.MIN_VALUE + 2: return 3;
            case Integer.MIN_VALUE + 3: return 4;
            default: return 0;
        }
    }

    static String fall(int v) {
        StringBuilder sb = new StringBuilder();
        switch (v) {
            default: sb.append('D');
            case 1: sb.append('1');
            case 2: sb.append('2');
                if (v == 2) break;
            case 3: sb.append('3');
                break;
            case 4: sb.append('4');
        }
        return sb.toString();
    }

    static String arrow(char c) {
        return switch (c) {
            case 'a', 'e', 'i', 'o', 'u' -> "vowel";
            case '0', '1', '2' -> {
                int n = c - '0';
                yield "digit" + n * n;
            }
            case '\uffff' -> "last";
            default -> Character.isLetter(c) ? "letter" : "other";
        };
    }

    static int bytes(byte b) {
        switch (b) {
            case -128: return 1;
            case 127: return 2;
            case 0: return 3;
        }
        return switch ((short) (b * 1000)) { case 1000: yield 10; case -1000: yield 20; default: yield 30; };
    }

    static int boxed(Integer i) {
        switch (i) {
            case 1: return 11;
            case 1000: return 12;
            default: return 13;
        }
    }

    public static void main(String[] args) {
        for (int i = -5; i < 8; i++) {
            System.out.print(dense(i) + " " + fall(i) + " ");
        }
        System.out.println();
        for (int i : new int[] {Integer.MIN_VALUE, Integer.MIN_VALUE + 1, -1000000, -999999, -1, 0, 1, 77, 78, 99999, 100000, Integer.MAX_VALUE}) {
            System.out.print(sparse(i) + " " + edge(i) + edgeLow(i) + " ");
        }
        for (int i = 0; i < 6; i++) {
            System.out.print(edge(Integer.MAX_VALUE - i) + "" + edgeLow(Integer.MIN_VALUE + i) + " ");
        }
        System.out.println();
        for (char c : "aebz012 9\uffff#".toCharArray()) {
            System.out.print(arrow(c) + " ");
        }
        System.out.println();
        for (int i = -128; i < 128; i += 51) {
            System.out.print(bytes((byte) i) + " ");
        }
        System.out.println(bytes((byte) 1) + " " + bytes((byte) -1) + " " + bytes((byte) 127));
        System.out.println(boxed(1) + " " + boxed(1000) + " " + boxed(-1));
        try {
            boxed(null);
        } catch (NullPointerException e) {
            System.out.println("npe");
        }
        int n = 0;
        outer:
        for (int i = 0; ; i++) {
            switch (i % 7) {
                case 0: continue;
                case 3: n += 100; break;
                case 6: if (i > 40) break outer;
                default: n++;
            }
        }
        System.out.println(n);
        int s = switch (n) { default -> { try { yield Integer.parseInt("x"); } catch (NumberFormatException e) { yield -9; } finally { n++; } } };
        System.out.println(s + " " + n);
        switch (n) { }
        switch (n++) { default: }
        System.out.println(n);
    }
}
