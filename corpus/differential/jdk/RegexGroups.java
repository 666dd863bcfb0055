import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

public class RegexGroups {
    static void all(String re, String in, int flags) {
        Matcher m = Pattern.compile(re, flags).matcher(in);
        StringBuilder sb = new StringBuilder(re + " on " + in.replace("\n", "\\n") + ":");
        while (m.find()) {
            sb.append(" [").append(m.start()).append('-').append(m.end());
            for (int g = 0; g <= m.groupCount(); g++) {
                sb.append(' ').append(m.group(g));
            }
            sb.append(']');
        }
        System.out.println(sb.toString().replace("\n", "\\n"));
    }

    public static void main(String[] args) {
        all("(\\d{4})-(\\d{2})-(\\d{2})", "on 2024-01-31 and 1999-12-01.", 0);
        all("(a)?(b)?", "abba", 0);
        all("(?<key>\\w+)=(?<val>[^;]*)", "a=1;bc=;d=x y", 0);
        all("a*?b", "aaab ab b", 0);
        all("a++b", "aaab", 0);
        all("a*+ab", "aaab", 0);
        all("(?i)HeLLo", "hello HELLO", 0);
        all("^\\w+$", "one\ntwo\nthree 3", Pattern.MULTILINE);
        all("a.c", "a\nc abc", Pattern.DOTALL);
        all("(\\w)\\1", "hello book aab", 0);
        all("(?=\\d)\\w+", "a1 1a 22", 0);
        all("(?<!\\$)\\b\\d+", "$10 20 x30 40", 0);
        all("(?<=\\$)\\d+(?!\\.)", "$10. $25 $3", 0);
        all("[^\\s&&[^aeiou]]+", "hello world", 0);
        all("\\p{Lu}\\p{Ll}+|\\p{Punct}", "Hello, World! abc", 0);
        all("(?:ab|cd)+(e|f)", "ababe cdabf abg", 0);
        all("x{2,3}", "x xx xxx xxxx xxxxx", 0);
        all("", "ab", 0);
        all("\\Qa.b\\E", "a.b axb", 0);
        all("# comment \n a b # c", "ab a b", Pattern.COMMENTS);
        all("(?>a|ab)c", "abc ac", 0);
        all("((a)|(b))+", "aab", 0);
        all("\\bfoo\\B", "foobar foo", 0);
        all("[\\w.+-]+@[\\w-]+\\.[a-z]{2,}", "mail me@x.org or a.b+c@d-e.net!", 0);
        Matcher m = Pattern.compile("(?<first>\\w+) (?<second>\\w+)").matcher("john smith");
        System.out.println(m.matches() + " " + m.group("second") + m.start("first") + m.end(2) + m.groupCount());
        System.out.println(m.replaceAll("${second} $1") + " " + "a-b-c".replaceAll("-(\\w)", "_$1$1"));
        System.out.println(Pattern.compile("\\d+").matcher("a1b22c333").replaceAll(r -> "<" + r.group().length() + ">"));
        StringBuilder sb = new StringBuilder();
        m = Pattern.compile("[aeiou]").matcher("education");
        while (m.find()) {
            m.appendReplacement(sb, m.group().toUpperCase());
        }
        m.appendTail(sb);
        System.out.println(sb);
        System.out.println(Arrays.toString(Pattern.compile("\\s*,\\s*").split("a , b,c ,d")) + Pattern.compile(",").splitAsStream("x,y").collect(Collectors.toList()) + Pattern.matches("a|b", "b"));
        m = Pattern.compile("ab").matcher("xabyab");
        System.out.println(m.lookingAt() + " " + m.find(2) + m.start() + m.reset().find() + m.start() + m.region(1, 3).matches() + m.hitEnd());
        List<String> rs = new ArrayList<>();
        for (MatchResult r : Pattern.compile("(.)(.)").matcher("abcde").results().collect(Collectors.toList())) {
            rs.add(r.group(2) + r.group(1));
        }
        System.out.println(rs);
        for (String bad : new String[] {"(", "[a", "*a", "a{2,1}", "\\", "(?<n>a)(?<n>b)"}) {
            try {
                Pattern.compile(bad);
                System.out.println("compiled " + bad);
            } catch (PatternSyntaxException e) {
                System.out.println(e.getDescription() + " " + e.getIndex() + " " + e.getPattern());
            }
        }
        try {
            Pattern.compile("a").matcher("a").group();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Pattern.quote("a\\Eb") + " " + Matcher.quoteReplacement("$1\\") + " " + Pattern.compile("x", Pattern.CASE_INSENSITIVE).flags() + Pattern.compile("^a").asPredicate().test("ab") + Pattern.compile("a").asMatchPredicate().test("ab"));
    }
}
