import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Arrays;

public class CharsetCoding {
    static String hex(byte[] b) {
        StringBuilder sb = new StringBuilder();
        for (byte x : b) {
            sb.append(String.format("%02x", x));
        }
        return sb.toString();
    }

    static String esc(String s) {
        StringBuilder sb = new StringBuilder();
        for (char c : s.toCharArray()) {
            sb.append(c > 32 && c < 127 ? "" + c : "\\" + Integer.toHexString(c));
        }
        return sb.toString();
    }

    static byte[] b(int... v) {
        byte[] r = new byte[v.length];
        for (int i = 0; i < v.length; i++) {
            r[i] = (byte) v[i];
        }
        return r;
    }

    public static void main(String[] args) throws Exception {
        String[] ss = {"", "ascii", "caf\u00e9", "\u20ac", "\ud83d\ude00", "a\ud800b", "\udc00", "\0\u007f\u0080\u07ff\u0800\uffff"};
        Charset[] cs = {StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1, StandardCharsets.US_ASCII, StandardCharsets.UTF_16, StandardCharsets.UTF_16BE, StandardCharsets.UTF_16LE};
        for (String s : ss) {
            for (Charset c : cs) {
                byte[] e = s.getBytes(c);
                String back = new String(e, c);
                System.out.print(c.name() + " " + hex(e) + " " + back.equals(s) + (back.equals(s) ? "" : " " + esc(back)) + "; ");
            }
            System.out.println();
        }
        byte[][] bad = {b(0xc3), b(0xc3, 0x28), b(0xe2, 0x82), b(0xe2, 0x28, 0xa1), b(0xf0, 0x9f, 0x98), b(0xff, 0xfe), b(0xc0, 0x80), b(0xed, 0xa0, 0x80), b(0xf4, 0x90, 0x80, 0x80), b(0x80, 0x41), b(0x41, 0xe2, 0x82, 0xac, 0x42), b(0xf8, 0x88, 0x80, 0x80, 0x80)};
        for (byte[] x : bad) {
            System.out.println(hex(x) + " " + esc(new String(x, StandardCharsets.UTF_8)) + " " + esc(new String(x, StandardCharsets.US_ASCII)) + " " + esc(new String(x, StandardCharsets.ISO_8859_1)) + " " + esc(new String(x, StandardCharsets.UTF_16)));
        }
        System.out.println(esc(new String(b(0xff, 0xfe, 0x41, 0), StandardCharsets.UTF_16)) + esc(new String(b(0xfe, 0xff, 0, 0x41), StandardCharsets.UTF_16)) + esc(new String(b(65, 66, 67, 68), 1, 2, StandardCharsets.UTF_8)) + esc(new String(b(0xe9), "ISO-8859-1")));
        CharsetDecoder d = StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT);
        try {
            d.decode(ByteBuffer.wrap(b(0x41, 0xc3, 0x28)));
        } catch (CharacterCodingException e) {
            System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
        }
        System.out.println(StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.IGNORE).decode(ByteBuffer.wrap(b(0x41, 0xff, 0x42))) + "" + StandardCharsets.UTF_8.newDecoder().replaceWith("?").onMalformedInput(CodingErrorAction.REPLACE).decode(ByteBuffer.wrap(b(0x41, 0xff, 0x42))));
        try {
            StandardCharsets.US_ASCII.newEncoder().encode(CharBuffer.wrap("\u00e9"));
        } catch (CharacterCodingException e) {
            System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
        }
        System.out.println(StandardCharsets.ISO_8859_1.newEncoder().canEncode('\u00ff') + "" + StandardCharsets.ISO_8859_1.newEncoder().canEncode('\u0100') + StandardCharsets.UTF_8.newEncoder().maxBytesPerChar() + Charset.forName("latin1").name() + Charset.isSupported("UTF-8") + StandardCharsets.UTF_8.compareTo(StandardCharsets.US_ASCII) + StandardCharsets.UTF_8.contains(StandardCharsets.ISO_8859_1));
        try {
            Charset.forName("no-such");
        } catch (UnsupportedCharsetException e) {
            System.out.println(e.getMessage());
        }
        ByteBuffer bb = ByteBuffer.allocate(16);
        bb.putInt(0x01020304).putShort((short) -1).put((byte) 9).putDouble(2.5);
        bb.flip();
        System.out.println(bb + " " + bb.getInt() + bb.getShort() + bb.get() + bb.getDouble() + bb.hasRemaining());
        bb.clear();
        bb.order(java.nio.ByteOrder.LITTLE_ENDIAN);
        System.out.println(Integer.toHexString(bb.getInt(0)) + " " + bb.getLong(2) + " " + bb.remaining() + bb.position(4).slice().capacity());
        try {
            bb.position(15).getInt();
        } catch (java.nio.BufferUnderflowException e) {
            System.out.println("underflow " + e.getMessage());
        }
        ByteBuffer ro = ByteBuffer.wrap(b(1, 2, 3)).asReadOnlyBuffer();
        try {
            ro.put((byte) 1);
        } catch (java.nio.ReadOnlyBufferException e) {
            System.out.println("read only");
        }
        CharBuffer cb = StandardCharsets.UTF_8.decode(ByteBuffer.wrap("h\u00e9llo".getBytes(StandardCharsets.UTF_8)));
        System.out.println(cb.length() + esc(cb.toString()) + esc(cb.subSequence(1, 3).toString()) + Arrays.toString(StandardCharsets.UTF_8.encode("\u00e9").array()).length());
    }
}
