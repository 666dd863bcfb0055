import java.security.*;
import java.util.*;
import javax.crypto.*;
import javax.crypto.spec.*;

public class DigestsMacsCiphers {
    public static void main(String[] a) throws Exception {
        for (String s : List.of("MD5", "SHA-1", "SHA-256", "SHA-512",
                "SHA3-256")) System.out.println(HexFormat.of().formatHex(MessageDigest.getInstance(s).digest("abc".getBytes())));
        Mac m = Mac.getInstance("HmacSHA256");
        m.init(new SecretKeySpec("k".getBytes(), "HmacSHA256"));
        System.out.println(HexFormat.ofDelimiter(":").withUpperCase().formatHex(m.doFinal("d".getBytes())));
        Cipher c = Cipher.getInstance("AES/CBC/PKCS5Padding");
        c.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[16], "AES"), new IvParameterSpec(new byte[16]));
        System.out.println(Base64.getEncoder().encodeToString(c.doFinal("hello world".getBytes())));
        try {
            MessageDigest.getInstance("nope");
        } catch (NoSuchAlgorithmException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(UUID.nameUUIDFromBytes("x".getBytes()) + " " + new UUID(1, 2) + " "
                + UUID.fromString("123e4567-e89b-12d3-a456-426614174000").version());
        SecretKeyFactory f = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256");
        System.out.println(HexFormat.of().formatHex(f.generateSecret(new PBEKeySpec("pw".toCharArray(),
                "salt".getBytes(), 10, 128)).getEncoded()));
        byte[] r = new byte[4];
        new SecureRandom().nextBytes(r);
        System.out.println(r.length);
        KeyPairGenerator kg = KeyPairGenerator.getInstance("RSA");
        kg.initialize(512);
        System.out.println(kg.generateKeyPair().getPublic().getAlgorithm());
    }
}
