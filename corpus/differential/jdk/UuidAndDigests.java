import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

public class UuidAndDigests {
    static String hex(byte[] b) {
        StringBuilder sb = new StringBuilder();
        for (byte x : b) {
            sb.append(Character.forDigit(x >> 4 & 15, 16)).append(Character.forDigit(x & 15, 16));
        }
        return sb.toString();
    }

    public static void main(String[] args) throws Exception {
        for (String s : new String[] {"", "a", "hello", "caf\u00e9", "x".repeat(200)}) {
            UUID u = UUID.nameUUIDFromBytes(s.getBytes(StandardCharsets.UTF_8));
            System.out.println(u + " " + u.version() + u.variant() + " " + u.getMostSignificantBits() + " " + u.hashCode() + " " + UUID.fromString(u.toString()).equals(u));
        }
        UUID a = new UUID(1, 2);
        UUID b = new UUID(-1, 2);
        System.out.println(a + " " + b + " " + a.compareTo(b) + b.compareTo(a) + a.compareTo(a) + " " + UUID.fromString("1-2-3-4-5"));
        for (String bad : new String[] {"", "xyz", "1-2-3-4", "00000000-0000-0000-0000-00000000000g"}) {
            try {
                System.out.println(UUID.fromString(bad));
            } catch (IllegalArgumentException e) {
                System.out.println(e.getClass().getSimpleName());
            }
        }
        try {
            new UUID(0, 0).timestamp();
        } catch (UnsupportedOperationException e) {
            System.out.println(e.getMessage());
        }
        for (String alg : new String[] {"MD5", "SHA-1", "SHA-256", "SHA-512"}) {
            MessageDigest md = MessageDigest.getInstance(alg);
            System.out.println(alg + " " + md.getDigestLength() + " " + hex(md.digest()) + " " + hex(md.digest("abc".getBytes(StandardCharsets.US_ASCII))));
            for (int i = 0; i < 1000; i++) {
                md.update((byte) i);
            }
            md.update(new byte[] {1, 2, 3}, 1, 1);
            MessageDigest copy = (MessageDigest) md.clone();
            System.out.println(hex(md.digest()) + " " + hex(copy.digest(new byte[] {9})));
        }
        try {
            MessageDigest.getInstance("NOPE");
        } catch (NoSuchAlgorithmException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(MessageDigest.isEqual(new byte[] {1}, new byte[] {1}) + "" + MessageDigest.isEqual(new byte[] {1}, new byte[] {2}));
    }
}
