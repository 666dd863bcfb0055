import java.text.BreakIterator;
import java.text.CharacterIterator;
import java.text.Normalizer;
import java.text.StringCharacterIterator;
import java.util.Locale;

public class NormalizedText {
    static String esc(String s) {
        StringBuilder sb = new StringBuilder();
        for (char c : s.toCharArray()) {
            sb.append(c >= ' ' && c <= '~' ? "" + c : "<" + Integer.toHexString(c) + ">");
        }
        return sb.toString();
    }

    public static void main(String[] args) {
        String[] ss = {"plain", "caf\u00e9", "cafe\u0301", "\u212b", "\ufb01x", "\u1e9b\u0323", "\uac00", "\u1100\u1161", "a\u0323\u0307", "a\u0307\u0323", "\u2460\u00bd\u3392"};
        for (String s : ss) {
            StringBuilder sb = new StringBuilder(esc(s) + ":");
            for (Normalizer.Form f : Normalizer.Form.values()) {
                sb.append(' ').append(f).append(' ').append(esc(Normalizer.normalize(s, f))).append(Normalizer.isNormalized(s, f) ? "=" : "");
            }
            System.out.println(sb);
        }
        System.out.println(Normalizer.normalize("\u00c0\u00e9\u00ee\u00f5\u00fc", Normalizer.Form.NFD).replaceAll("\\p{M}", ""));
        CharacterIterator it = new StringCharacterIterator("abc");
        StringBuilder sb = new StringBuilder();
        for (char c = it.first(); c != CharacterIterator.DONE; c = it.next()) {
            sb.append(it.getIndex()).append(c);
        }
        for (char c = it.last(); c != CharacterIterator.DONE; c = it.previous()) {
            sb.append(c);
        }
        System.out.println(sb);
        BreakIterator w = BreakIterator.getWordInstance(Locale.ROOT);
        String text = "Hello, big world. It's 3.5!";
        w.setText(text);
        sb.setLength(0);
        for (int s = w.first(), e = w.next(); e != BreakIterator.DONE; s = e, e = w.next()) {
            sb.append('[').append(text, s, e).append(']');
        }
        System.out.println(sb);
        BreakIterator sent = BreakIterator.getSentenceInstance(Locale.ROOT);
        sent.setText("One. Two? Three!");
        int count = 0;
        while (sent.next() != BreakIterator.DONE) {
            count++;
        }
        System.out.println(count + " " + sent.isBoundary(5) + sent.following(6));
    }
}
