import java.util.Arrays;
import java.util.stream.Collectors;

public class StringMethods {
    public static void main(String[] args) {
        String s = "The quick brown fox";
        System.out.println(s.indexOf('q') + " " + s.indexOf('q', 5) + " " + s.indexOf("o") + " " + s.indexOf("o", 13) + " " + s.lastIndexOf("o") + " " + s.lastIndexOf('o', 15) + " " + s.indexOf("") + " " + s.indexOf("", 50) + " " + s.lastIndexOf("") + " " + s.indexOf("zzz") + " " + s.indexOf('T', -5));
        System.out.println(s.substring(4) + "|" + s.substring(4, 9) + "|" + s.substring(19) + "|" + s.subSequence(0, 3) + "|" + s.substring(3, 3));
        System.out.println(s.startsWith("The") + " " + s.startsWith("quick", 4) + " " + s.startsWith("x", -1) + " " + s.startsWith("") + " " + s.endsWith("fox") + " " + s.endsWith("") + " " + s.contains("ick b") + " " + s.contains(""));
        System.out.println(s.replace('o', '0') + " " + s.replace("quick", "slow") + " " + "aaa".replace("aa", "b") + " " + "abc".replace("", "-") + " " + "a.b.c".replace(".", ""));
        System.out.println(s.replaceAll("[aeiou]", "*") + " " + s.replaceFirst("\\w+", "A") + " " + "a1b22".replaceAll("(\\d+)", "<$1>") + " " + "x".replaceAll("x", "\\$"));
        System.out.println(Arrays.toString("a,b,,c,,".split(",")) + Arrays.toString("a,b,,c,,".split(",", -1)) + Arrays.toString("a,b,,c,,".split(",", 2)) + Arrays.toString("".split(",")) + Arrays.toString(",".split(",")) + Arrays.toString("abc".split("")) + Arrays.toString(",a".split(",")) + Arrays.toString("a.b|c".split("[.|]")) + Arrays.toString("a1b2".split("\\d")) + Arrays.toString("boo:and:foo".split("o", 5)) + Arrays.toString(" a  b ".split(" ")));
        System.out.println(String.join("-", "a", "b", "c") + String.join(",", java.util.List.of()) + String.join("/", java.util.List.of("x", "y")) + String.join("+", "one", null));
        System.out.println("[" + "  pad \t\n".trim() + "][" + "  pad ".strip() + "][" + "  pad ".stripLeading() + "][" + "  pad ".stripTrailing() + "]" + " \t".isBlank() + "".isEmpty() + "".isBlank() + "\u0001 x\u0002".trim().length());
        System.out.println("ab".repeat(3) + "|" + "ab".repeat(0) + "|" + "".repeat(5) + "|" + "x".repeat(1));
        try {
            "a".repeat(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println("a\nb\r\nc\rd\n\ne\n".lines().collect(Collectors.toList()) + " " + "".lines().count() + "\n".lines().count());
        System.out.println("hello".chars().map(c -> c - 'a').boxed().collect(Collectors.toList()) + " " + "hello".chars().filter(c -> c == 'l').count() + "abc".codePoints().sum());
        System.out.println("abc".compareTo("abd") + " " + "abc".compareTo("ab") + " " + "".compareTo("a") + " " + "a".compareTo("A") + " " + "a".compareToIgnoreCase("B") + " " + "Zebra".compareTo("apple") + " " + "x".compareTo("x"));
        System.out.println("HeLLo".equalsIgnoreCase("hEllO") + " " + "a".equals(null) + " " + "a".equals('a') + " " + "abc".contentEquals(new StringBuilder("abc")) + " " + "abc".contentEquals(new StringBuffer("abd")));
        System.out.println("abcdef".regionMatches(2, "xcd", 1, 2) + " " + "abcdef".regionMatches(true, 0, "ABX", 0, 2) + " " + "abc".regionMatches(1, "bc", 0, 5) + " " + "abc".regionMatches(-1, "a", 0, 1) + " " + "abc".regionMatches(0, "", 0, 0) + "abc".regionMatches(0, "zzz", 0, -1));
        System.out.println("hello".hashCode() + " " + "".hashCode() + " " + "Aa".hashCode() + " " + "polygenelubricants".hashCode() + " " + s.hashCode());
        System.out.println("ab%dc%s".formatted(5, "x") + " " + String.valueOf(true) + String.valueOf('c') + String.valueOf(1L) + String.valueOf(1.5f) + String.valueOf(new char[] {'a', 'b', 'c'}, 1, 2) + String.copyValueOf(new char[] {'z'}));
        System.out.println("abc".transform(x -> x + x.length()) + " " + "abc".describeConstable().get() + " " + "  a\n b".indent(2).replace("\n", "$"));
        char[] dst = new char[6];
        Arrays.fill(dst, '.');
        "hello".getChars(1, 4, dst, 2);
        System.out.println(new String(dst) + new String(dst, 2, 3) + "abc".toCharArray().length + " " + "matches".matches("m.*s") + "matches".matches("m"));
        System.out.println("title case".toUpperCase(java.util.Locale.ROOT) + "MiXeD".toLowerCase(java.util.Locale.ROOT) + "a-b_c d".split("[-_ ]").length);
        StringBuilder out = new StringBuilder();
        for (String w : s.split(" ")) {
            out.append(Character.toUpperCase(w.charAt(0))).append(new StringBuilder(w.substring(1)).reverse()).append(w.length());
        }
        System.out.println(out);
        System.out.println("b,a,c".split(",").length + Arrays.stream("b,a,c".split(",")).sorted(String.CASE_INSENSITIVE_ORDER.reversed()).collect(Collectors.joining("")) + "abcabc".lastIndexOf("abc", 2) + "abcabc".lastIndexOf("abc", -1));
        for (String bad : new String[] {"x", "neg"}) {
            try {
                System.out.println(bad.substring(2, 1));
            } catch (StringIndexOutOfBoundsException e) {
                System.out.println(e.getMessage());
            }
        }
        String pal = "A man, a plan, a canal: Panama";
        String clean = pal.toLowerCase(java.util.Locale.ROOT).replaceAll("[^a-z]", "");
        System.out.println(clean.contentEquals(new StringBuilder(clean).reverse()));
    }
}
