public class StringBuilderAlgorithms {
    static String caesar(String s, int k) {
        StringBuilder b = new StringBuilder();
        for (char c : s.toCharArray()) b.append(Character.isUpperCase(c) ? (char) ('A' + (c - 'A' + k + 26) % 26)
                : Character.isLowerCase(c) ? (char) ('a' + (c - 'a' + k + 26) % 26) : c);
        return b.toString();
    }
    static String rle(String s) {
        StringBuilder b = new StringBuilder();
        for (int i = 0, j; i < s.length(); i = j) {
            for (j = i; j < s.length() && s.charAt(j) == s.charAt(i); j++) ;
            b.append(s.charAt(i));
            if (j - i > 1) b.append(j - i);
        }
        return b.toString();
    }
    static int lev(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) for (int j = 0; j <= b.length(); j++) d[i][j] = i == 0 ? j : j == 0 ? i
                : Math.min(Math.min(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1]
                + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1));
        return d[a.length()][b.length()];
    }
    static String lcs(String a, String b) {
        String[][] t = new String[a.length() + 1][b.length() + 1];
        for (String[] r : t) java.util.Arrays.fill(r, "");
        for (int i = 1; i <= a.length(); i++) for (int j = 1; j <= b.length();
                j++) t[i][j] = a.charAt(i - 1) == b.charAt(j - 1) ? t[i - 1][j - 1] + a.charAt(i - 1)
                : t[i - 1][j].length() >= t[i][j - 1].length() ? t[i - 1][j] : t[i][j - 1];
        return t[a.length()][b.length()];
    }
    static String roman(int n) {
        int[] v = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
        String[] r = {"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"};
        String s = "";
        for (int i = 0; i < v.length; i++) while (n >= v[i]) {
            s += r[i];
            n -= v[i];
        }
        return s;
    }
    public static void main(String[] args) {
        System.out.println(caesar("Hello, World!", 3) + caesar(caesar("Zebra", 5), -5) + " " + rle("aaabccddddd")
                + " " + lev("kitten", "sitting") + " " + lcs("AGGTABQWERTY", "GXTXAYBWRY") + " " + roman(1994)
                + roman(3888));
        StringBuilder b = new StringBuilder("abc");
        b.append(1).append('x').append(2.5).append(true).append((Object) null).append(new char[] {'p',
                'q'}).append("hello", 1, 3).append(3L).append(1.5f).appendCodePoint(0x1F600);
        System.out.println(b + " " + b.length() + " " + b.indexOf("x") + b.lastIndexOf("l") + b.charAt(2)
                + b.capacity());
        b.setLength(5);
        b.reverse().insert(0, "<<").insert(b.length(), ">>").replace(2, 4, "--").deleteCharAt(2).delete(0, 1);
        System.out.println(b + " " + b.compareTo(new StringBuilder("a")) + " " + b.isEmpty() + b.chars().sum()
                + b.substring(2) + b.subSequence(1, 3));
        b.setLength(8);
        System.out.println(b.toString().replace('\0', '0') + b.codePointAt(0));
        StringBuffer sb = new StringBuffer();
        for (int i = 0; i < 20; i++) sb.append(i).append(i % 5 == 4 ? "\n" : "\t");
        System.out.print(sb);
        java.util.StringJoiner j = new java.util.StringJoiner(", ", "[", "]");
        j.setEmptyValue("none");
        System.out.println(j);
        j.add("a").add("b");
        System.out.println(j + " " + j.length() + j.merge(new java.util.StringJoiner("-").add("x").add("y")));
        String s = null;
        s += "x";
        s += 1 + 2 + "y" + 1 + 2;
        s += 'c' + 1;
        System.out.println(s);
        char[] pal = "A man, a plan".replaceAll("\\W", "").toLowerCase().toCharArray();
        System.out.println(new String(pal));
        System.out.println("x".repeat(0).isEmpty() + " " + "a-b-c".split("-", -1).length + "a,,b,,".split(",").length
                + ",a".split(",").length + "".split(",").length + "abc".split("").length + " "
                + "  a b ".trim().split("\\s+").length + " " + "A1B2".replaceAll("[0-9]", "#").chars().filter(x ->
                x == '#').count());
        String text = "the cat sat on the mat the end";
        int idx = -1, n = 0;
        while ((idx = text.indexOf("the", idx + 1)) >= 0) n++;
        System.out.println(n + " " + text.replaceFirst("the", "THE") + " " + text.matches(".*cat.*")
                + text.endsWith("end") + text.startsWith("cat", 4) + " " + text.codePointAt(4)
                + text.intern().equals(text) + text.subSequence(0, 3) + String.valueOf((Object) null)
                + String.valueOf(true) + "%d%%".formatted(5) + "a".compareTo("b") + "apple".compareTo("app")
                + "é".equalsIgnoreCase("É") + "ß".equalsIgnoreCase("SS"));
    }
}
