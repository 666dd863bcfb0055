import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

public class Base64AndHex {
    public static void main(String[] args) throws Exception {
        byte[] all = new byte[256];
        for (int i = 0; i < 256; i++) {
            all[i] = (byte) i;
        }
        Base64.Encoder e = Base64.getEncoder();
        Base64.Decoder d = Base64.getDecoder();
        for (String s : new String[] {"", "f", "fo", "foo", "foob", "fooba", "foobar", "\u00ff\u00fe\u00fb"}) {
            byte[] b = s.getBytes(StandardCharsets.ISO_8859_1);
            System.out.println(e.encodeToString(b) + " " + e.withoutPadding().encodeToString(b) + " " + Base64.getUrlEncoder().encodeToString(b) + " " + Arrays.equals(d.decode(e.encode(b)), b));
        }
        System.out.println(e.encodeToString(all).hashCode() + " " + Arrays.equals(all, Base64.getUrlDecoder().decode(Base64.getUrlEncoder().encode(all))));
        String mime = Base64.getMimeEncoder().encodeToString(all);
        System.out.println(mime.length() + " " + mime.indexOf("\r\n") + " " + Arrays.equals(all, Base64.getMimeDecoder().decode(mime)) + Base64.getMimeEncoder(8, new byte[] {'|'}).encodeToString("hello world".getBytes()));
        for (String bad : new String[] {"Zg", "Zg=", "Zg==", "Z", "Zm9v!", "Zm 9v", "=", "Zg==x", "Zh=="}) {
            try {
                System.out.print(new String(d.decode(bad)) + " ");
            } catch (IllegalArgumentException x) {
                System.out.print("(" + x.getMessage() + ") ");
            }
        }
        System.out.println();
        ByteArrayOutputStream bo = new ByteArrayOutputStream();
        try (OutputStream w = e.wrap(bo)) {
            w.write("stream".getBytes());
            w.write('s');
        }
        System.out.println(bo + " " + new String(d.wrap(new ByteArrayInputStream(bo.toByteArray())).readAllBytes()));
        HexFormat h = HexFormat.of();
        System.out.println(h.formatHex(new byte[] {0, 15, -1}) + " " + HexFormat.ofDelimiter(":").withUpperCase().withPrefix("0x").formatHex(new byte[] {10, -2}) + " " + Arrays.toString(h.parseHex("00fF10")) + " " + h.toHexDigits((byte) 10) + h.toHexDigits('a') + h.toHexDigits(-1L, 5) + HexFormat.fromHexDigits("ff") + HexFormat.isHexDigit('g'));
        try {
            h.parseHex("abc");
        } catch (IllegalArgumentException x) {
            System.out.println("odd length");
        }
    }
}
