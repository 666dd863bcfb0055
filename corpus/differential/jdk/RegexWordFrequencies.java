import java.util.*;
import java.util.regex.*;
import java.util.stream.*;

public class RegexWordFrequencies {
    static final String TEXT = """
        The quick brown fox; the lazy dog -- and THE end.
        Numbers: 12, 3.14, -7e10, 0xFF. E-mail: a.b@c.org, x_y+z@host.co.uk!
        Dates: 2024-02-29 and 1999-12-31; times 23:59:59.
        """;
    public static void main(String[] args) {
        Map<String, Integer> counts = new TreeMap<>();
        Matcher m = Pattern.compile("\\b\\p{Alpha}+\\b").matcher(TEXT);
        while (m.find()) counts.merge(m.group().toLowerCase(), 1, Integer::sum);
        System.out.println(counts);
        System.out.println(Pattern.compile("(?<y>\\d{4})-(?<m>\\d\\d)-(?<d>\\d\\d)").matcher(TEXT) .results().map(r ->
                r.group(1) + "/" + r.group(2) + "@" + r.start() + ".." + r.end()).collect(Collectors.joining(",")));
        System.out.println(TEXT.replaceAll("(?m)^(\\w+):", "[$1]"));
        System.out.println(Arrays.toString(TEXT.split("[\\s,;.!]+", 6)));
        System.out.println(Pattern.compile("(?i)the").matcher(TEXT).replaceAll(r -> "<" + r.group() + r.start()
                + ">"));
        Matcher e = Pattern.compile("([\\w.+]+)@((?:\\w+\\.)+\\w+)").matcher(TEXT);
        StringBuilder sb = new StringBuilder();
        while (e.find()) e.appendReplacement(sb, "$2 at $1");
        e.appendTail(sb);
        System.out.println(sb);
        for (String s : new String[] {"a1", "ab12", "", "1a", "aaa"}) {
            Matcher x = Pattern.compile("^([a-z]++)(\\d*)$").matcher(s);
            System.out.println(s + " " + x.matches() + " " + x.lookingAt() + " " + x.hitEnd() + (x.matches()
                    ? x.group(2) : "-"));
        }
        try {
            Pattern.compile("a(b[c");
        } catch (PatternSyntaxException p) {
            System.out.println(p.getMessage());
            System.out.println(p.getIndex() + " " + p.getDescription() + " " + p.getPattern());
        }
        try {
            Pattern.compile("x").matcher("y").group();
        } catch (IllegalStateException p) {
            System.out.println(p.getMessage());
        }
        System.out.println(Pattern.quote("a.b\\E") + " " + Matcher.quoteReplacement("$1\\"));
    }
}
