import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;

public class TextProcessing {
    static final String TEXT = "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness";

    static abstract class Node implements Comparable<Node> {
        final int freq;
        final int order;
        static int next;

        Node(int f) {
            freq = f;
            order = next++;
        }

        @Override
        public int compareTo(Node o) {
            return freq != o.freq ? Integer.compare(freq, o.freq) : Integer.compare(order, o.order);
        }

        abstract void codes(String prefix, Map<Character, String> out);
    }

    static class Leaf extends Node {
        final char c;

        Leaf(char c, int f) {
            super(f);
            this.c = c;
        }

        @Override
        void codes(String p, Map<Character, String> out) {
            out.put(c, p);
        }
    }

    static class Fork extends Node {
        final Node l, r;

        Fork(Node l, Node r) {
            super(l.freq + r.freq);
            this.l = l;
            this.r = r;
        }

        @Override
        void codes(String p, Map<Character, String> out) {
            l.codes(p + '0', out);
            r.codes(p + '1', out);
        }
    }

    static String rle(String s) {
        StringBuilder sb = new StringBuilder();
        for (int i = 0, j; i < s.length(); i = j) {
            for (j = i; j < s.length() && s.charAt(j) == s.charAt(i); j++) { }
            sb.append(j - i > 1 ? "" + (j - i) : "").append(s.charAt(i));
        }
        return sb.toString();
    }

    static String roman(int n) {
        int[] v = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
        String[] s = {"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"};
        StringBuilder sb = new StringBuilder();
        for (int i = 0; n > 0; i++) {
            for (; n >= v[i]; n -= v[i]) {
                sb.append(s[i]);
            }
        }
        return sb.toString();
    }

    static String words(int n) {
        String[] ones = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
        String[] tens = ". . twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
        return n < 0 ? "minus " + words(-n) : n < 20 ? ones[n] : n < 100 ? tens[n / 10] + (n % 10 == 0 ? "" : "-" + ones[n % 10]) : n < 1000 ? ones[n / 100] + " hundred" + (n % 100 == 0 ? "" : " and " + words(n % 100)) : words(n / 1000) + " thousand" + (n % 1000 == 0 ? "" : " " + words(n % 1000));
    }

    static List<String> wrap(String s, int w) {
        List<String> out = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : s.split("\\s+")) {
            if (line.length() > 0 && line.length() + 1 + word.length() > w) {
                out.add(line.toString());
                line.setLength(0);
            }
            if (line.length() > 0) {
                line.append(' ');
            }
            line.append(word);
        }
        out.add(line.toString());
        return out;
    }

    static int[] kmp(String p) {
        int[] f = new int[p.length()];
        for (int i = 1, k = 0; i < p.length(); i++) {
            while (k > 0 && p.charAt(i) != p.charAt(k)) {
                k = f[k - 1];
            }
            if (p.charAt(i) == p.charAt(k)) {
                k++;
            }
            f[i] = k;
        }
        return f;
    }

    static int edit(String a, String b) {
        int[] prev = new int[b.length() + 1];
        Arrays.setAll(prev, i -> i);
        for (int i = 1; i <= a.length(); i++) {
            int[] cur = new int[b.length() + 1];
            cur[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                cur[j] = Math.min(Math.min(cur[j - 1], prev[j]) + 1, prev[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1));
            }
            prev = cur;
        }
        return prev[b.length()];
    }

    public static void main(String[] args) {
        Map<Character, Integer> freq = new TreeMap<>();
        for (char c : TEXT.toCharArray()) {
            freq.merge(c, 1, Integer::sum);
        }
        PriorityQueue<Node> pq = new PriorityQueue<>();
        freq.forEach((c, f) -> pq.add(new Leaf(c, f)));
        while (pq.size() > 1) {
            pq.add(new Fork(pq.poll(), pq.poll()));
        }
        Map<Character, String> codes = new TreeMap<>();
        pq.poll().codes("", codes);
        int bits = 0;
        for (char c : TEXT.toCharArray()) {
            bits += codes.get(c).length();
        }
        System.out.println(freq + " " + bits + " " + codes);
        Map<String, Integer> count = new HashMap<>();
        for (String w : TEXT.toLowerCase().split("\\W+")) {
            count.merge(w, 1, Integer::sum);
        }
        System.out.println(new TreeMap<>(count) + rle("aaabccddddde") + rle("abc"));
        for (int n : new int[] {1, 4, 9, 14, 40, 90, 400, 1994, 2024, 3999}) {
            System.out.print(roman(n) + " ");
        }
        System.out.println();
        for (int n : new int[] {0, 7, 13, 42, 100, 999, 1000, 12345, -80, 700007}) {
            System.out.print(words(n) + "; ");
        }
        System.out.println();
        wrap(TEXT, 30).forEach(l -> System.out.println("|" + l + " ".repeat(30 - l.length()) + "|"));
        System.out.println(Arrays.toString(kmp("abacabadabacaba")) + edit("kitten", "sitting") + edit("", "abc") + edit("same", "same"));
        Set<String> anagrams = new LinkedHashSet<>();
        Map<String, List<String>> groups = new TreeMap<>();
        for (String w : "listen silent enlist google elgoog inlets abc cab".split(" ")) {
            char[] cs = w.toCharArray();
            Arrays.sort(cs);
            groups.computeIfAbsent(new String(cs), k -> new ArrayList<>()).add(w);
            anagrams.add(new String(cs));
        }
        System.out.println(groups + " " + anagrams);
    }
}
