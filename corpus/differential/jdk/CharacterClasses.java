import java.util.Locale;

public class CharacterClasses {
    static String bits(int c) {
        return "" + b(Character.isLetter(c)) + b(Character.isDigit(c)) + b(Character.isLetterOrDigit(c)) + b(Character.isWhitespace(c)) + b(Character.isSpaceChar(c)) + b(Character.isUpperCase(c)) + b(Character.isLowerCase(c)) + b(Character.isTitleCase(c)) + b(Character.isJavaIdentifierStart(c)) + b(Character.isJavaIdentifierPart(c)) + b(Character.isISOControl(c)) + b(Character.isDefined(c)) + b(Character.isAlphabetic(c)) + b(Character.isIdeographic(c)) + b(Character.isMirrored(c)) + b(Character.isIdentifierIgnorable(c)) + b(Character.isUnicodeIdentifierStart(c));
    }

    static char b(boolean x) {
        return x ? '1' : '0';
    }

    public static void main(String[] args) {
        int[] cs = {'a', 'Z', '5', ' ', '\t', '\n', '_', '$', '-', '(', 0, 0x7f, 0x85, 0xa0, 0xaa, 0xb2, 0xbd, 0xdf, 0xe9, 0xff, 0x130, 0x131, 0x1c5, 0x3a3, 0x3c2, 0x410, 0x5d0, 0x660, 0x966, 0xe01, 0x1e9e, 0x2003, 0x2028, 0x2160, 0x2460, 0x3007, 0x4e2d, 0xac00, 0xd800, 0xfb01, 0xff11, 0xff21, 0xffff, 0x10400, 0x10428, 0x1d7ce, 0x1f600, 0x10ffff, 0x378};
        for (int c : cs) {
            System.out.println(Integer.toHexString(c) + " " + bits(c) + " " + Character.getType(c) + " " + Character.getNumericValue(c) + " " + Character.digit(c, 10) + " " + Character.digit(c, 36) + " " + Integer.toHexString(Character.toUpperCase(c)) + " " + Integer.toHexString(Character.toLowerCase(c)) + " " + Integer.toHexString(Character.toTitleCase(c)) + " " + Character.getDirectionality(c));
        }
        int letters = 0, digits = 0, upper = 0, lower = 0, ws = 0;
        for (int c = 0; c < 0x250; c++) {
            letters += Character.isLetter(c) ? 1 : 0;
            digits += Character.isDigit(c) ? 1 : 0;
            upper += Character.isUpperCase(c) ? 1 : 0;
            lower += Character.isLowerCase(c) ? 1 : 0;
            ws += Character.isWhitespace(c) ? 1 : 0;
        }
        System.out.println(letters + " " + digits + " " + upper + " " + lower + " " + ws);
        System.out.println(Character.forDigit(11, 16) + "" + (int) Character.forDigit(16, 16) + Character.digit('z', 36) + Character.digit('8', 8) + Character.reverseBytes('\u1234') / 1 + Character.valueOf('c').compareTo('a') + Character.hashCode('a') + Character.isBmpCodePoint(0x10000) + (int) Character.highSurrogate(0x1F600) + (int) Character.lowSurrogate(0x1F600) + Character.MAX_RADIX + (int) Character.MAX_VALUE);
        System.out.println(Character.UnicodeBlock.of('a') + " " + Character.UnicodeBlock.of(0x4e2d) + " " + Character.UnicodeScript.of(0x3b1) + " " + Character.getName(0x41) + " " + Character.getName(0x20ac) + " " + Character.codePointOf("LATIN SMALL LETTER B"));
        System.out.println("TITLE i I".toLowerCase(Locale.ROOT) + "title i I".toUpperCase(Locale.ROOT) + ("i".toUpperCase(Locale.forLanguageTag("tr")).charAt(0) == 0x130) + ("I".toLowerCase(Locale.forLanguageTag("tr")).charAt(0) == 0x131) + "\u00df".toUpperCase(Locale.ROOT) + "\ufb01".toUpperCase(Locale.ROOT));
        char x = 'a';
        x += 2;
        x++;
        System.out.println(x + " " + (x + 1) + " " + (char) (x - 32) + (x > 'c') + (int) (char) (x * 1000) + ('a' + 'b') + (char) 98 + (char) ('z' ^ ' ') + ('A' | ' ') + ("" + 'a' + 'b') + ('a' + 'b' + ""));
        StringBuilder caesar = new StringBuilder();
        for (char c : "Hello, World! xyz".toCharArray()) {
            if (Character.isUpperCase(c)) {
                caesar.append((char) ('A' + (c - 'A' + 3) % 26));
            } else if (Character.isLowerCase(c)) {
                caesar.append((char) ('a' + (c - 'a' + 3) % 26));
            } else {
                caesar.append(c);
            }
        }
        System.out.println(caesar);
    }
}
