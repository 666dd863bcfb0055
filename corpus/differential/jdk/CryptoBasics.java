import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

public class CryptoBasics {
    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    public static void main(String[] args) throws Exception {
        byte[] text = "The quick brown fox jumps over the lazy dog".getBytes();
        for (String name : new String[] {"HmacMD5", "HmacSHA1", "HmacSHA256", "HmacSHA512"}) {
            Mac mac = Mac.getInstance(name);
            mac.init(new SecretKeySpec("key".getBytes(), name));
            System.out.println(name + " " + hex(mac.doFinal(text)));
        }
        SecretKeySpec key = new SecretKeySpec("0123456789abcdef".getBytes(), "AES");
        for (String mode : new String[] {"AES/ECB/PKCS5Padding", "AES/CBC/PKCS5Padding", "AES/CTR/NoPadding", "AES/GCM/NoPadding"}) {
            Cipher cipher = Cipher.getInstance(mode);
            var parameters = mode.contains("GCM") ? new GCMParameterSpec(128, new byte[12]) : new IvParameterSpec(new byte[16]);
            if (mode.contains("ECB")) {
                cipher.init(Cipher.ENCRYPT_MODE, key);
            } else {
                cipher.init(Cipher.ENCRYPT_MODE, key, parameters);
            }
            byte[] packed = cipher.doFinal(text);
            System.out.println(mode + " " + hex(packed));
            if (mode.contains("ECB")) {
                cipher.init(Cipher.DECRYPT_MODE, key);
            } else {
                cipher.init(Cipher.DECRYPT_MODE, key, parameters);
            }
            System.out.println(new String(cipher.doFinal(packed)));
        }
        var factory = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256");
        System.out.println(hex(factory.generateSecret(new PBEKeySpec("pw".toCharArray(), "salt".getBytes(), 20, 128)).getEncoded()));
        System.out.println(new SecureRandom().nextInt(10) < 10);
        try {
            Cipher.getInstance("Nope");
        } catch (GeneralSecurityException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(KeyFactory.getInstance("RSA").getAlgorithm());
    }
}
