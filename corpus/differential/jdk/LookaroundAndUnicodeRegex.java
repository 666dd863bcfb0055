import java.util.*;
import java.util.regex.*;

public class LookaroundAndUnicodeRegex {
    public static void main(String[] args) {
        String[][] cases = { {"(?<=\\$)\\d+", "cost $42 or $7"}, {"\\d+(?!%)\\b", "10% 20 30%"}, {"(a|b)\\1",
                "aabbab"}, {"\\p{Lu}\\p{Ll}*", "Émile Zola ÀB"}, {"(?u)(?i)straße", "STRAßE"}, {"\\X", "e\u0301a"},
                {"(?x) a b # comment\n c", "abc"}, {"[a-z&&[^aeiou]]+", "hello world"}, {"(?s)a.b", "a\nb"},
                {"\\bfoo\\B", "foobar foo"}, {"(\\w)(\\w)?", "abc"}, {"(?:x{2,3}?)", "xxxxx"}, {"\\R", "a\r\nb\nc"},
                {"\\h+", "a \t b"}, {"(?<!a)b", "ab bb cb"}, {"^$", ""}, {"\\G\\d", "123a4"}, {".*+a", "bba"},
                {"\\p{IsGreek}+", "abcαβγ"}, {"[\\u00e0-\\u00ff]", "xéy"}, {"\\p{Punct}", "a,b!"},
                {"\\x41\\u0042\\103", "ABC"}, {"(?<n>a)(?<k>b)?", "a"}};
        for (String[] c : cases) {
            Matcher m = Pattern.compile(c[0]).matcher(c[1]);
            List<String> found = new ArrayList<>();
            while (m.find()) {
                StringBuilder s = new StringBuilder(m.start() + ":" + m.group().replace("\n", "\\n").replace("\r",
                        "\\r"));
                for (int g = 1; g <= m.groupCount(); g++) s.append('|').append(m.group(g));
                found.add(s.toString());
            }
            System.out.println(c[0].replace("\n", "\\n") + " -> " + found);
        }
        Matcher m = Pattern.compile("(a)(b)?").matcher("a");
        m.find();
        System.out.println(m.start(2) + " " + m.end(2) + " " + m.group(2) + " " + m.toMatchResult().groupCount());
        m.reset("xxab").region(2, 4);
        System.out.println(m.matches() + " " + m);
        m.usePattern(Pattern.compile("b"));
        System.out.println(m.find() + " "
                + m.useAnchoringBounds(false).useTransparentBounds(true).hasAnchoringBounds());
        System.out.println(Pattern.compile("a|b", Pattern.CASE_INSENSITIVE | Pattern.COMMENTS).flags());
        System.out.println(Pattern.compile(",").splitAsStream("a,b,,c,,").toList());
        System.out.println(Pattern.compile("[aeiou]").asPredicate().test("xyz") + " "
                + Pattern.compile("[a-z]+").asMatchPredicate().test("xyz"));
        try {
            m.group("zzz");
        } catch (IllegalArgumentException | IllegalStateException e) {
            System.out.println(e);
        }
        try {
            "a".replaceAll("a", "$2");
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e);
        }
        try {
            "a".replaceAll("(", "b");
        } catch (PatternSyntaxException e) {
            System.out.println(e);
        }
    }
}
