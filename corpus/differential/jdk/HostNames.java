import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/** Addresses and names that need no network. */
public class HostNames {
    public static void main(String[] args) throws Exception {
        System.out.println(InetAddress.getByName("127.0.0.1") + " " + InetAddress.getLoopbackAddress());
        System.out.println(InetAddress.getByName("localhost").isLoopbackAddress());
        System.out.println(InetAddress.getByName("10.1.2.3").isSiteLocalAddress() + " "
            + InetAddress.getByName("224.0.0.1").isMulticastAddress() + " " + InetAddress.getByName("::ffff:1.2.3.4"));
        System.out.println(InetAddress.getByAddress("name", new byte[] {1, 2, 3, 4}) + " "
            + Arrays.toString(InetAddress.getByName("fe80::1").getAddress()));
        System.out.println(new InetSocketAddress("127.0.0.1", 80) + " " + InetSocketAddress.createUnresolved("far", 5) + " "
            + new InetSocketAddress("localhost", 1).getHostString());
        System.out.println(InetAddress.getLocalHost().getHostName().isEmpty());
        for (String bad : new String[] {"no such host", "1.2.3.4.5.invalid"}) {
            try {
                System.out.println(InetAddress.getByName(bad));
            } catch (UnknownHostException e) {
                System.out.println("unknown: " + bad);
            }
        }
    }
}
