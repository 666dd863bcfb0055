public class StringSwitch {
    static int old(String s) {
        switch (s) {
            case "one": return 1;
            case "two": return 2;
            case "Aa": return 3;
            case "BB": return 4;
            case "": return 5;
            case "AaAa":
            case "BBBB": return 6;
            case "AaBB": return 7;
            default: return 0;
            case "after default": return 8;
        }
    }

    static String arrow(String s) {
        return switch (s.toLowerCase(java.util.Locale.ROOT)) {
            case "mon", "tue", "wed", "thu", "fri" -> "work";
            case "sat", "sun" -> {
                String t = s.trim();
                yield t + t.length();
            }
            default -> throw new IllegalArgumentException("day " + s);
        };
    }

    static final String K = "const" + 1;

    static String constants(String s) {
        final String local = "loc" + 'x';
        switch (s) {
            case K: return "K";
            case local: return "local";
            case "\u00e9\0": return "special";
            case "tab\t": return "tab";
            case """
                block
                """: return "block";
            default: return "?";
        }
    }

    static String fall(String s) {
        String r = "";
        switch (s) {
            case "a": r += "a";
            case "b": r += "b";
                break;
            case "c": {
                r += "c";
                switch (r + "x") {
                    case "cx": r += "nested"; break;
                    default: r += "no";
                }
            }
            default: r += "d";
        }
        return r;
    }

    static int evaluated;

    static String next() {
        return "k" + evaluated++;
    }

    public static void main(String[] args) {
        for (String s : new String[] {"one", "two", "three", "Aa", "BB", "C#", "", "AaAa", "BBBB", "AaBB", "BBAa", "after default", new String("one")}) {
            System.out.print(old(s) + " ");
        }
        System.out.println();
        System.out.println("Aa".hashCode() == "BB".hashCode());
        for (String s : new String[] {"Mon", "SAT", "sun", "xyz"}) {
            try {
                System.out.println(arrow(s));
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
        for (String s : new String[] {"const1", "locx", "\u00e9\0", "tab\t", "block\n", "block"}) {
            System.out.print(constants(s) + " ");
        }
        System.out.println();
        System.out.println(fall("a") + " " + fall("b") + " " + fall("c") + " " + fall("z"));
        try {
            old(null);
        } catch (NullPointerException e) {
            System.out.println("npe");
        }
        int hits = 0;
        while (evaluated < 6) {
            switch (next()) {
                case "k1": case "k3": hits++; continue;
                case "k5": hits += 10; break;
                default: hits += 100;
            }
            hits += 1000;
        }
        System.out.println(hits + " " + evaluated);
        int v = switch ("x".repeat(3)) { case "xx": yield 2; case "xxx": yield 3; default: yield -1; };
        System.out.println(v);
        System.out.println(switch (v) { case 3 -> switch ("q") { case "q" -> "qq"; default -> "none"; }; default -> "outer"; });
    }
}
