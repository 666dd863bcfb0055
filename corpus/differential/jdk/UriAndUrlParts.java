import java.net.*;

public class UriAndUrlParts {
    public static void main(String[] a) throws Exception {
        URI u = new URI("http://user@host:80/p/a?q=1#f");
        System.out.println(u.getHost() + u.getPort() + u.getPath() + u.getQuery() + u.getFragment()
                + u.resolve("../x") + u.normalize() + u.relativize(URI.create("http://user@host:80/p/a/b")));
        URL l = new URL("https://ex.com/a?b#c");
        System.out.println(l.getProtocol() + l.getFile() + l.getRef() + l.getDefaultPort() + l);
        try {
            new URI("a b");
        } catch (URISyntaxException e) {
            System.out.println(e.getMessage());
        }
        try {
            new URL("nope:x");
        } catch (MalformedURLException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}).isLoopbackAddress() + " "
                + InetAddress.getByName("10.0.0.1") + new InetSocketAddress("127.0.0.1", 80));
    }
}
