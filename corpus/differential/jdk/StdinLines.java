import java.io.*;
import java.util.*;

public class StdinLines {
    public static void main(String[] a) throws IOException {
        System.out.println(System.in.available() + " " + System.in.getClass().getSimpleName());
        BufferedReader r = new BufferedReader(new InputStreamReader(System.in));
        String l;
        int n = 0;
        while ((l = r.readLine()) != null) System.out.println(n++ + l);
        System.out.println(System.console() == null);
        Scanner s = new Scanner(System.in);
        System.out.println(s.hasNext());
        System.out.println(System.in.read());
    }
}
