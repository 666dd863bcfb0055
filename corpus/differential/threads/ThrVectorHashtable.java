import java.util.Collections;
import java.util.Enumeration;
import java.util.Hashtable;
import java.util.Stack;
import java.util.TreeMap;
import java.util.Vector;

public class ThrVectorHashtable {
    static void par(int n, java.util.function.IntConsumer c) throws InterruptedException {
        Thread[] ts = new Thread[n];
        for (int i = 0; i < n; i++) {
            final int k = i;
            ts[i] = new Thread(() -> c.accept(k));
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
    }

    public static void main(String[] args) throws Exception {
        Vector<Integer> v = new Vector<>(2, 3);
        System.out.println(v.capacity());
        par(4, k -> {
            for (int i = 0; i < 25; i++) {
                v.add(k * 100 + i);
            }
        });
        System.out.println("size " + v.size());
        Collections.sort(v);
        System.out.println(v.firstElement() + " " + v.lastElement() + " " + v.elementAt(50) + " cap " + v.capacity());
        par(4, k -> {
            for (int i = 0; i < 25; i += 2) {
                v.removeElement(k * 100 + i);
            }
        });
        System.out.println(v.size() + " " + v.indexOf(1) + " " + v.contains(2));
        v.trimToSize();
        System.out.println("cap " + v.capacity());
        int sum = 0;
        for (Enumeration<Integer> e = v.elements(); e.hasMoreElements();) {
            sum += e.nextElement();
        }
        System.out.println("sum " + sum);

        Hashtable<String, Integer> h = new Hashtable<>();
        par(4, k -> {
            for (int i = 0; i < 30; i++) {
                h.merge("k" + i % 6, 1, Integer::sum);
            }
        });
        System.out.println(new TreeMap<>(h));
        par(3, k -> {
            for (int i = 0; i < 6; i++) {
                h.computeIfPresent("k" + i, (a, b) -> b + 1);
                h.computeIfAbsent("new" + i, a -> 0);
                h.compute("c" + i, (a, b) -> b == null ? 1 : b + 1);
            }
        });
        System.out.println(new TreeMap<>(h));
        try {
            h.put("x", null);
        } catch (NullPointerException e) {
            System.out.println("NPE value");
        }
        try {
            h.get(null);
        } catch (NullPointerException e) {
            System.out.println("NPE key");
        }

        // client-side locking makes check-then-act safe
        Vector<Integer> once = new Vector<>();
        par(5, k -> {
            for (int i = 0; i < 10; i++) {
                synchronized (once) {
                    if (!once.contains(i)) {
                        once.add(i);
                    }
                }
            }
        });
        Collections.sort(once);
        System.out.println(once);

        Stack<Integer> st = new Stack<>();
        for (int i = 0; i < 40; i++) {
            st.push(i);
        }
        int[] got = new int[4];
        par(4, k -> {
            for (int i = 0; i < 10; i++) {
                int x = st.pop();
                synchronized (got) {
                    got[0] += x;
                }
            }
        });
        System.out.println("popped " + got[0] + " empty " + st.empty());
        try {
            st.pop();
        } catch (java.util.EmptyStackException e) {
            System.out.println("empty " + e.getMessage());
        }

        StringBuffer sb = new StringBuffer();
        par(4, k -> {
            for (int i = 0; i < 25; i++) {
                sb.append((char) ('a' + k)).append("");
            }
        });
        char[] cs = sb.toString().toCharArray();
        java.util.Arrays.sort(cs);
        System.out.println(new String(cs).replaceAll("(.)\\1*", "$1") + " " + cs.length);
    }
}
