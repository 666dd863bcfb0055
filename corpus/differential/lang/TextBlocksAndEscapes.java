public class TextBlocksAndEscapes {
    public static void main(String[] args) {
        String a = """
            Hello,
              "World" \
            joined
            tab\there \s
            trailing   \040
            unicode \u00e9 quote \""" end
            """;
        System.out.print(a.replace(' ', '.'));
        System.out.println("""
            a""" + """

            b
              """.length());
        System.out.println("  x\n    y\n".stripIndent().replace(' ', '.') + "|" + "a\\tb\\n\\101\\s".translateEscapes() + "|");
        System.out.println("a\n b\n".indent(2).replace(' ', '.') + "a\n  b".indent(-1));
        try {
            "\\q".translateEscapes();
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println("  strip \u2003".strip() + "|" + "  l".stripLeading() + "|" + "t  ".stripTrailing() + "|" + " \u2003".isBlank());
        System.out.println("a,b,c".lines().count() + " " + "x\ny\rz\r\n".lines().toList() + " " + "ab".repeat(3) + "ab".transform(s -> s + s.length()));
        System.out.println("Straße".toUpperCase() + " " + "İI".toLowerCase(java.util.Locale.ROOT).length() + " " + "TITLE".toLowerCase(new java.util.Locale("tr")));
        System.out.println("banana".indexOf("an", 2) + " " + "banana".lastIndexOf("an") + " " + "banana".replace("an", "AN") + " " + "b".compareTo("abc") + " " + "B".compareToIgnoreCase("a"));
        System.out.println(String.join("-", java.util.List.of("x", "y")) + " " + "abc".contains("") + " " + "abc".regionMatches(true, 1, "xBC", 1, 2));
        System.out.println("a\0b".length() + " " + "abc".chars().sum() + " " + "\uD83D\uDE00x".codePointCount(0, 3) + " " + "\uD83D\uDE00x".codePoints().boxed().toList());
        System.out.println(new StringBuilder("\uD83D\uDE00x").reverse() + " " + new StringBuilder("abc").insert(1, 2.5f).deleteCharAt(0).replace(0, 2, "ZZZ"));
        System.out.println("Hello".chars().mapToObj(c -> (char) c).map(String::valueOf).reduce("", (x, y) -> y + x));
        char[] cs = "hello".toCharArray();
        java.util.Arrays.sort(cs);
        System.out.println(String.valueOf(cs, 1, 3) + new String(cs, 0, 2) + String.copyValueOf(cs));
        System.out.println("abc".equals(null) + " " + "abc".contentEquals(new StringBuffer("abc")) + " " + "abc".hashCode() + " " + "".isEmpty());
        try {
            "abc".substring(2, 1);
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            "abc".charAt(5);
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            "abc".repeat(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            new StringBuilder("abc").insert(9, "x");
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            new StringBuilder("abc").delete(4, 5);
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            new StringBuilder("abc").setCharAt(3, 'x');
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            "abc".getBytes("nope");
        } catch (java.io.UnsupportedEncodingException e) {
            System.out.println(e);
        }
        try {
            "abc".codePointAt(3);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}
