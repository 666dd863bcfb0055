public class UnicodeStrings {
    static String esc(String s) {
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (c >= ' ' && c <= '~') {
                sb.append(c);
            } else {
                sb.append(String.format("\\u%04x", (int) c));
            }
        }
        return sb.toString();
    }

    static int \u0061bc = 7;

    public static void main(String[] args) {
        String s = "a\u00e9\u4e2d\ud83d\ude00z\ud800x\udc00";
        System.out.println(esc(s) + " " + s.length() + " " + s.codePointCount(0, s.length()) + " " + abc);
        for (int i = 0; i < s.length(); i++) {
            System.out.print(Integer.toHexString(s.charAt(i)) + "/" + Integer.toHexString(s.codePointAt(i)) + (Character.isHighSurrogate(s.charAt(i)) ? "H" : "") + (Character.isLowSurrogate(s.charAt(i)) ? "L" : "") + " ");
        }
        System.out.println();
        s.codePoints().forEach(c -> System.out.print(Integer.toHexString(c) + " "));
        s.chars().forEach(c -> System.out.print(Integer.toHexString(c) + " "));
        System.out.println();
        System.out.println(s.hashCode() + " " + "\u0000".hashCode() + " " + "\uffff\uffff".hashCode() + " " + "\u00ff".hashCode());
        System.out.println(esc(new StringBuilder(s).reverse().toString()));
        System.out.println(esc(new StringBuilder("\ude00\ud83d").reverse().toString()));
        System.out.println(s.offsetByCodePoints(0, 4) + " " + s.codePointBefore(5) + " " + s.indexOf(0x1F600) + " " + s.lastIndexOf('x') + " " + s.indexOf("\ude00"));
        System.out.println(esc(new String(Character.toChars(0x10FFFF))) + " " + Character.charCount(0xFFFF) + Character.charCount(0x10000) + " " + Character.toCodePoint('\ud83d', '\ude00'));
        System.out.println(esc(new String(new int[] {65, 0x1F601, 0xe9}, 0, 3)) + esc(Character.toString(0x1F602)) + esc("x".repeat(2) + "\u00df"));
        System.out.println(esc("stra\u00dfe \u0130\u0131".toUpperCase(java.util.Locale.ROOT)) + " " + esc("\u0130I\u03a3\u03a3".toLowerCase(java.util.Locale.ROOT)));
        System.out.println("\u00e9".equalsIgnoreCase("\u00c9") + " " + "\u0130".equalsIgnoreCase("i") + " " + "\u00e9".compareTo("z") + " " + "\u00e9".compareToIgnoreCase("\u00c9") + " " + "a".compareTo("\u4e2d"));
        System.out.println("\u00e9" == "\u00E9");
        System.out.println("a\u0301".length() + " " + "\u00e1".equals("a\u0301"));
        System.out.println(esc("\u2003 x \u2003".strip()) + "|" + esc("\u2003 x \u2003".trim()) + "|" + esc("\u00a0x\u00a0".strip()) + "|" + "\u2003 ".isBlank() + "\u00a0".isBlank());
        System.out.println(esc("caf\u00e9".replace('\u00e9', 'e')) + esc("cafe".replace('e', '\u0119')) + esc("\u4e2da".replace("\u4e2d", "")));
        String latin = "\u00e9abc";
        String utf16 = latin + "\u4e2d";
        String back = utf16.substring(0, 4);
        System.out.println(back.equals(latin) + " " + (back.hashCode() == latin.hashCode()) + " " + back.compareTo(latin) + " " + latin.contentEquals(new StringBuilder(utf16).deleteCharAt(4)));
        System.out.println(latin.concat(utf16).indexOf("\u4e2d") + " " + utf16.contains(latin) + " " + latin.contains("\u4e2d") + " " + utf16.startsWith("\u00e9") + utf16.endsWith("\u4e2d"));
        StringBuilder sb = new StringBuilder("abc");
        sb.setCharAt(1, '\u4e2d');
        sb.insert(0, "\u00ff").appendCodePoint(0x1F600).append('\u00fe');
        System.out.println(esc(sb.toString()) + sb.length() + " " + sb.codePointCount(0, sb.length()));
        sb.delete(2, 3).setLength(3);
        System.out.println(esc(sb.toString()));
        char c = '\ud83d';
        System.out.println((int) c + " " + Character.isSurrogate(c) + Character.isSurrogatePair(c, '\ude00') + Character.isLetter(0x4e2d) + Character.isLetter('\u00aa') + Character.getNumericValue('\u0665'));
        System.out.println(Character.getName('a') + "," + Character.getType('\u20ac') + "," + Character.isSupplementaryCodePoint(0x10000) + Character.isValidCodePoint(0x110000));
        try {
            Character.toChars(0x110000);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        switch (utf16) { case "\u00e9abc\u4e2d" -> System.out.println("matched"); default -> System.out.println("no"); }
    }
}
