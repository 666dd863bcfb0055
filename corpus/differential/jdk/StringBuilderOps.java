public class StringBuilderOps {
    static String attempt(Runnable r) {
        try {
            r.run();
            return "ok";
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName();
        }
    }

    public static void main(String[] args) {
        StringBuilder sb = new StringBuilder();
        System.out.println(sb.capacity() + " " + sb.length() + " " + new StringBuilder(5).capacity() + " " + new StringBuilder("abc").capacity() + " " + sb.isEmpty());
        sb.append(1).append('c').append("s").append(2L).append(1.5f).append(2.25).append(true).append((Object) null).append((String) null).append(new char[] {'x', 'y'}).append("abcdef", 1, 3).append(new char[] {'1', '2', '3'}, 1, 1);
        System.out.println(sb + " " + sb.length() + " " + sb.capacity());
        sb.insert(0, "start").insert(5, 'C').insert(6, 99).insert(8, 1.5).insert(3, (Object) null).insert(sb.length(), "end").insert(2, new char[] {'[', ']'}).insert(0, false).insert(0, 7L);
        System.out.println(sb);
        sb.delete(0, 6).deleteCharAt(0).delete(5, 1000).delete(2, 2);
        System.out.println(sb);
        sb.setLength(3);
        System.out.println(sb + "|" + sb.length());
        sb.setLength(6);
        System.out.println(sb.toString().replace('\0', '0') + "|" + sb.length());
        sb.setCharAt(4, 'Q');
        System.out.println(sb.charAt(4) + "" + (int) sb.charAt(5));
        sb = new StringBuilder("hello world");
        System.out.println(sb.replace(0, 5, "HI") + " " + sb.replace(2, 100, "!") + " " + sb.replace(1, 1, "___"));
        sb = new StringBuilder("abcabc");
        System.out.println(sb.indexOf("c") + " " + sb.indexOf("c", 3) + " " + sb.lastIndexOf("a") + " " + sb.lastIndexOf("a", 2) + " " + sb.indexOf("x") + " " + sb.substring(2) + " " + sb.substring(1, 3) + " " + sb.subSequence(0, 2));
        System.out.println(new StringBuilder("racecar!").reverse() + " " + new StringBuilder("").reverse() + " " + new StringBuilder("a\ud83d\ude00b").reverse().codePointAt(1) + " " + new StringBuilder("ab").reverse().reverse());
        System.out.println(new StringBuilder("abc").compareTo(new StringBuilder("abd")) + " " + new StringBuilder("a").equals(new StringBuilder("a")) + " " + new StringBuilder("x").chars().sum());
        StringBuilder cap = new StringBuilder(2);
        for (int i = 0; i < 40; i++) {
            cap.append('x');
            if (i % 8 == 0) {
                System.out.print(cap.capacity() + " ");
            }
        }
        cap.trimToSize();
        System.out.print(cap.capacity() + " ");
        cap.ensureCapacity(41);
        System.out.print(cap.capacity() + " ");
        cap.ensureCapacity(1000);
        System.out.println(cap.capacity());
        StringBuilder e = new StringBuilder("abc");
        System.out.println(attempt(() -> e.charAt(3)) + attempt(() -> e.charAt(-1)) + attempt(() -> e.insert(4, "x")) + attempt(() -> e.delete(2, 1)) + attempt(() -> e.delete(4, 5)) + attempt(() -> e.replace(4, 5, "")) + attempt(() -> e.setLength(-1)) + attempt(() -> e.substring(2, 1)) + attempt(() -> e.append("abc", 2, 1)) + attempt(() -> new StringBuilder(-1)) + attempt(() -> new StringBuilder((String) null)) + attempt(() -> e.deleteCharAt(3)));
        System.out.println(e);
        StringBuffer bf = new StringBuffer("buf");
        bf.append(1).insert(0, 'x').reverse().setCharAt(0, '#');
        System.out.println(bf + " " + bf.length() + " " + bf.capacity() + " " + bf.indexOf("u"));
        StringBuilder self = new StringBuilder("ab");
        self.append(self).append(self, 0, 2).insert(1, self);
        System.out.println(self);
        StringBuilder u = new StringBuilder("latin");
        u.append('\u4e2d');
        u.deleteCharAt(5).append("x").insert(0, "\u00ff");
        System.out.println(u.length() + " " + (int) u.charAt(0) + u.substring(1) + u.toString().hashCode());
        u.setLength(0);
        System.out.println(u.append("fresh").append(1).append(-0.0).append(Long.MIN_VALUE).append(Integer.MIN_VALUE).append(Float.MIN_VALUE));
        char[] dst = new char[5];
        java.util.Arrays.fill(dst, '-');
        u.getChars(1, 4, dst, 1);
        System.out.println(new String(dst));
        StringBuilder rot = new StringBuilder("abcdefgh");
        for (int i = 0; i < 11; i++) {
            rot.append(rot.charAt(0)).deleteCharAt(0);
        }
        System.out.println(rot);
        System.out.println(String.join(",", new StringBuilder("p"), new StringBuffer("q"), "r") + "xyz".contains(new StringBuilder("yz")));
    }
}
