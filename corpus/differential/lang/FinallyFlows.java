public class FinallyFlows {
    static StringBuilder log = new StringBuilder();

    static int plain() {
        int x = 1;
        try {
            return x;
        } finally {
            x = 2;
            log.append("f").append(x);
        }
    }

    @SuppressWarnings("finally")
    static int override() {
        try {
            throw new IllegalStateException("lost");
        } finally {
            return 3;
        }
    }

    @SuppressWarnings("finally")
    static int replace() {
        try {
            try {
                throw new IllegalStateException("first");
            } finally {
                throw new IllegalArgumentException("second");
            }
        } catch (IllegalArgumentException e) {
            return e.getMessage().length() + e.getSuppressed().length;
        }
    }

    @SuppressWarnings("finally")
    static int loops() {
        int n = 0;
        for (int i = 0; i < 10; i++) {
            try {
                if (i == 2) continue;
                if (i == 5) break;
                if (i == 3) throw new RuntimeException();
                n += i;
            } catch (RuntimeException e) {
                n += 100;
            } finally {
                n += 1000;
                if (i == 1) continue;
            }
            n += 10000;
        }
        return n;
    }

    @SuppressWarnings("finally")
    static String breakOut() {
        String s = "";
        while (true) {
            try {
                try {
                    s += "a";
                    return s + "never";
                } finally {
                    s += "b";
                    break;
                }
            } finally {
                s += "c";
            }
        }
        return s + "d";
    }

    static String nested(int k) {
        StringBuilder sb = new StringBuilder();
        try {
            sb.append(1);
            try {
                sb.append(2);
                if (k == 1) throw new ArithmeticException("k1");
                if (k == 2) throw new ClassCastException("k2");
                if (k == 3) return sb.append("ret").toString();
                sb.append(3);
            } catch (ArithmeticException e) {
                sb.append('A');
                if (k == 1) throw new IllegalStateException("from catch", e);
            } finally {
                sb.append(4);
                try {
                    if (k == 4) throw new Error("inner");
                    sb.append(5);
                } catch (Error e) {
                    sb.append('E');
                } finally {
                    sb.append(6);
                }
            }
            sb.append(7);
        } catch (ClassCastException | IllegalStateException e) {
            sb.append(e.getMessage()).append(e.getCause() == null ? "" : e.getCause().getMessage());
        } finally {
            sb.append(8);
            log.append(sb.length()).append(';');
        }
        return sb.append(9).toString();
    }

    static StringBuilder mutable() {
        StringBuilder sb = new StringBuilder("x");
        try {
            return sb;
        } finally {
            sb.append("changed");
            sb = null;
        }
    }

    static long countDown(int n) {
        try {
            return n == 0 ? 1 : 2 * countDown(n - 1);
        } finally {
            log.append(n);
        }
    }

    static boolean order(String s, boolean b) {
        log.append(s);
        return b;
    }

    static boolean cond() {
        try {
            return order("x", true) && order("y", false) || order("z", true);
        } finally {
            order("w", false);
        }
    }

    static void rethrow(Exception e) throws Exception {
        try {
            throw e;
        } catch (RuntimeException r) {
            log.append("R");
            throw r;
        } catch (Exception x) {
            log.append("X");
            throw x;
        } finally {
            log.append("F");
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(plain() + " " + override() + " " + replace() + " " + loops() + " " + breakOut());
        for (int k = 0; k < 5; k++) {
            System.out.println(nested(k));
        }
        System.out.println(mutable() + " " + countDown(5) + " " + cond());
        System.out.println(log);
        log.setLength(0);
        for (Exception e : new Exception[] {new RuntimeException("r"), new Exception("c"), new java.io.IOException("io")}) {
            try {
                rethrow(e);
            } catch (Exception got) {
                System.out.println((got == e) + " " + got + " " + log);
            }
        }
        int total = 0;
        label:
        {
            try {
                total++;
                if (total > 0) break label;
                total = 50;
            } finally {
                total += 5;
            }
            total = 100;
        }
        System.out.println(total);
    }
}
