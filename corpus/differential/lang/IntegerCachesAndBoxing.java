import java.util.*;

public class IntegerCachesAndBoxing {
    static String f(Object o) {
        return "obj " + o.getClass().getSimpleName();
    }
    static String f(long l) {
        return "long";
    }
    static String f(Integer i) {
        return "Integer";
    }
    static String f(int... i) {
        return "varargs";
    }
    static String g(double d) {
        return "double";
    }
    static String g(Object o) {
        return "Object";
    }
    static String h(char c) {
        return "char";
    }
    static String h(int i) {
        return "int";
    }
    public static void main(String[] args) {
        Integer a = 127, b = 127, c = 128, d = 128;
        System.out.println((a == b) + " " + (c == d) + " " + c.equals(d) + " " + (c <= d && c >= d));
        Long l = 127L;
        System.out.println(l.equals(127) + " " + l.equals(127L) + " " + (l == 127) + " "
                + new HashSet<Object>(List.of(1, 1L, 1.0, '1', "1")).size());
        System.out.println((Character.valueOf('a') == Character.valueOf('a')) + " "
                + (Boolean.valueOf("TRUE") == Boolean.TRUE) + " "
                + (Byte.valueOf((byte) -128) == Byte.valueOf((byte) -128)) + " "
                + (Short.valueOf((short) 200) == Short.valueOf((short) 200)));
        System.out.println(f(1) + " " + f((short) 1) + " " + f(a) + " " + f(1L) + " " + f('c') + " " + f(1.5f) + " "
                + f() + " " + f(1, 2) + " " + g(1) + " " + g('x') + " " + g(a) + " " + h('a') + " " + h('a' + 1) + " "
                + h((char) ('a' + 1)));
        Object t = true ? 1 : "s";
        Object u = true ? 1 : 2.0;
        Object v = true ? (Integer) null : "x";
        System.out.println(t + " " + u + " " + v + " " + (false ? 'a' : 98) + " " + (true ? 'b' : 0) + " " + (true
                ? null : 0));
        try {
            int z = true ? (Integer) null : 0;
        } catch (NullPointerException e) {
            System.out.println("npe");
        }
        List<Integer> li = new ArrayList<>(List.of(10, 20, 30, 1));
        li.remove(1);
        li.remove(Integer.valueOf(1));
        System.out.println(li);
        long sum = 0;
        for (Integer x : li) sum += x;
        Integer cnt = 0;
        cnt++;
        cnt += 5;
        System.out.println(sum + " " + cnt);
        char ch = 'a';
        ch += 1;
        ch++;
        System.out.println(ch + " " + (ch + 1) + " " + (char) (ch + 1) + " " + ch++ + " "
                + Character.getNumericValue('7') + ('7' - '0'));
        Map<Character, Integer> m = new TreeMap<>();
        for (char x : "mississippi".toCharArray()) m.merge(x, 1, Integer::sum);
        System.out.println(m);
        System.out.println(Integer.compare(3, 5) + " " + Integer.hashCode(7) + " " + Double.hashCode(1.5) + " "
                + Boolean.hashCode(true) + " " + "a".hashCode() + " " + Character.hashCode('a') + " "
                + Arrays.hashCode(new int[] {1, 2}) + " " + List.of(1, 2).hashCode() + " " + Map.of("a", 1).hashCode()
                + " " + new HashSet<>(List.of(1, 2)).hashCode() + " " + Optional.of(5).hashCode() + " " + Map.entry(1,
                2).hashCode() + " " + Objects.hash(1, null, "x") + " " + Float.hashCode(1f) + " "
                + Long.hashCode(1L << 33) + " " + Thread.State.NEW.name().hashCode());
        System.out.println(Integer.decode("0x1F") + Integer.decode("-010") + " " + Integer.valueOf("12", 5) + " "
                + Integer.parseInt("+7") + " " + Double.parseDouble("1e-3d") + Float.parseFloat(" 3.5f ") + " "
                + Boolean.parseBoolean("yes") + " " + Long.decode("#FF") + " " + Short.parseShort("-5")
                + Byte.decode("0x7f") + Integer.MAX_VALUE + 1 + " " + (Integer.MAX_VALUE + 1) + " " + Integer.sum(1,
                2) + Integer.toString(255, 2).length() + Double.toString(1e10) + Double.isNaN(0 / 0.0)
                + Character.MAX_RADIX);
    }
}
