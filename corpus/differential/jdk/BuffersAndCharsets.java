import java.nio.*;
import java.nio.charset.*;
import java.util.*;

public class BuffersAndCharsets {
    public static void main(String[] a) throws Exception {
        ByteBuffer b = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
        b.putInt(0x01020304).putDouble(1.5).putChar('x').flip();
        System.out.println(b + " " + b.getInt() + " " + b.getDouble() + " " + b.getChar() + " " + b.remaining());
        ByteBuffer d = ByteBuffer.allocateDirect(16);
        d.putLong(5L).putLong(-1L).flip();
        System.out.println(d.getLong() + " " + d.getLong() + d.isDirect());
        try {
            d.get();
        } catch (BufferUnderflowException e) {
            System.out.println(e);
        }
        CharBuffer cb = StandardCharsets.UTF_8.decode(ByteBuffer.wrap("héé€😀".getBytes(StandardCharsets.UTF_8)));
        System.out.println(cb + " " + cb.length());
        for (String cs : List.of("UTF-8", "UTF-16", "UTF-16LE", "ISO-8859-1", "US-ASCII", "windows-1252", "UTF-32",
                "Shift_JIS", "GB18030", "Big5", "EUC-KR", "IBM037", "KOI8-R")) System.out.println(cs
                + Arrays.toString("aé€日".getBytes(cs)) + new String("aé€日".getBytes(cs), cs));
        try {
            StandardCharsets.US_ASCII.newEncoder().encode(CharBuffer.wrap("é"));
        } catch (CharacterCodingException e) {
            System.out.println(e);
        }
        System.out.println(ByteBuffer.wrap(new byte[] {1, 2, 3}).slice(1, 2).get(0) + " "
                + ByteBuffer.wrap(new byte[] {1, 2}).asReadOnlyBuffer().isReadOnly() + IntBuffer.wrap(new int[] {3,
                4}).compareTo(IntBuffer.wrap(new int[] {3, 5})) + b.duplicate().rewind().asIntBuffer());
        System.out.println(Charset.defaultCharset() + " " + Charset.isSupported("x")
                + Charset.forName("latin1").aliases().contains("l1") + new String(new byte[] {(byte) 0xff, 'a'},
                "UTF-8").codePointAt(0));
        try {
            Charset.forName("bad name");
        } catch (IllegalCharsetNameException e) {
            System.out.println(e);
        }
        try {
            Charset.forName("nope");
        } catch (UnsupportedCharsetException e) {
            System.out.println(e);
        }
        System.out.println(URLEncode());
    }
    static String URLEncode() throws Exception {
        return java.net.URLEncoder.encode("a b&é=", "UTF-8") + java.net.URLDecoder.decode("%41+b", "UTF-8");
    }
}
