// The causality test cases of the Java memory model, as published with JSR-133, each as a litmus
// test of ours. Two threads and a result; where a case has joins or locks they are written out.
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.*;

class Causality {
    // 1: interthread analysis could find that x is never negative. r1 = r2 = 1 is allowed.
    @State
    public static class Case01 {
        int x, y;

        @Actor
        public void actor1(II_Result r) {
            int r1 = x;
            if (r1 >= 0) {
                y = 1;
            }
            r.r1 = r1;
        }

        @Actor
        public void actor2(II_Result r) {
            int r2 = y;
            x = r2;
            r.r2 = r2;
        }
    }

    // 2: the second read of x may be replaced by the first. r1 = r2 = r3 = 1 is allowed.
    @State
    public static class Case02 {
        int x, y;

        @Actor
        public void actor1(III_Result r) {
            int r1 = x;
            int r2 = x;
            if (r1 == r2) {
                y = 1;
            }
            r.r1 = r1;
            r.r2 = r2;
        }

        @Actor
        public void actor2(III_Result r) {
            int r3 = y;
            x = r3;
            r.r3 = r3;
        }
    }

    // 3: as 2, with a third thread that writes x. r1 = r2 = r3 = 1 is allowed.
    @State
    public static class Case03 {
        int x, y;

        @Actor
        public void actor1(III_Result r) {
            int r1 = x;
            int r2 = x;
            if (r1 == r2) {
                y = 1;
            }
            r.r1 = r1;
            r.r2 = r2;
        }

        @Actor
        public void actor2(III_Result r) {
            int r3 = y;
            x = r3;
            r.r3 = r3;
        }

        @Actor
        public void actor3(III_Result r) {
            x = 2;
        }
    }

    // 4: out of thin air. r1 = r2 = 1 is forbidden.
    @State
    public static class Case04 {
        int x, y;

        @Actor
        public void actor1(II_Result r) {
            int r1 = x;
            y = r1;
            r.r1 = r1;
        }

        @Actor
        public void actor2(II_Result r) {
            int r2 = y;
            x = r2;
            r.r2 = r2;
        }
    }

    // 5: the 1 of another thread must not justify a circle. r1 = r2 = 1, r3 = 0 is forbidden.
    @State
    public static class Case05 {
        int x, y, z;

        @Actor
        public void actor1(III_Result r) {
            int r1 = x;
            y = r1;
            r.r1 = r1;
        }

        @Actor
        public void actor2(III_Result r) {
            int r2 = y;
            x = r2;
            r.r2 = r2;
        }

        @Actor
        public void actor3(III_Result r) {
            z = 1;
        }

        @Actor
        public void actor4(III_Result r) {
            int r3 = z;
            x = r3;
            r.r3 = r3;
        }
    }

    // 6: A = 1 is written in both branches. r1 = r2 = 1 is allowed.
    @State
    public static class Case06 {
        int a, b;

        @Actor
        public void actor1(II_Result r) {
            int r1 = a;
            if (r1 == 1) {
                b = 1;
            }
            r.r1 = r1;
        }

        @Actor
        public void actor2(II_Result r) {
            int r2 = b;
            if (r2 == 1) {
                a = 1;
            }
            if (r2 == 0) {
                a = 1;
            }
            r.r2 = r2;
        }
    }

    // 7: reordering within both threads. r1 = r2 = r3 = 1 is allowed.
    @State
    public static class Case07 {
        int x, y, z;

        @Actor
        public void actor1(III_Result r) {
            int r1 = z;
            int r2 = x;
            y = r2;
            r.r1 = r1;
            r.r2 = r2;
        }

        @Actor
        public void actor2(III_Result r) {
            int r3 = y;
            z = r3;
            x = 1;
            r.r3 = r3;
        }
    }

    // 8: x is 0 or 1, so y is 1 in any case. r1 = r2 = 1 is allowed.
    @State
    public static class Case08 {
        int x, y;

        @Actor
        public void actor1(II_Result r) {
            int r1 = x;
            int r2 = 1 + r1 * r1 - r1;
            y = r2;
            r.r1 = r1;
            r.r2 = r2;
        }

        @Actor
        public void actor2(II_Result r) {
            int r3 = y;
            x = r3;
        }
    }

    // 9: as 8, with a third thread that writes 2. r1 = r2 = 1 is allowed.
    @State
    public static class Case09 {
        int x, y;

        @Actor
        public void actor1(II_Result r) {
            int r1 = x;
            int r2 = 1 + r1 * r1 - r1;
            y = r2;
            r.r1 = r1;
            r.r2 = r2;
        }

        @Actor
        public void actor2(II_Result r) {
            int r3 = y;
            x = r3;
        }

        @Actor
        public void actor3(II_Result r) {
            x = 2;
        }
    }

    // 10: as 5 with control instead of data. r1 = r2 = 1, r3 = 0 is forbidden.
    @State
    public static class Case10 {
        int x, y, z;

        @Actor
        public void actor1(III_Result r) {
            int r1 = x;
            if (r1 == 1) {
                y = 1;
            }
            r.r1 = r1;
        }

        @Actor
        public void actor2(III_Result r) {
            int r2 = y;
            if (r2 == 1) {
                x = 1;
            }
            r.r2 = r2;
        }

        @Actor
        public void actor3(III_Result r) {
            z = 1;
        }

        @Actor
        public void actor4(III_Result r) {
            int r3 = z;
            if (r3 == 1) {
                x = 1;
            }
            r.r3 = r3;
        }
    }

    // 11: reordering of independent statements. r1 = r2 = r3 = r4 = 1 is allowed.
    @State
    public static class Case11 {
        int w, x, y, z;

        @Actor
        public void actor1(IIII_Result r) {
            int r1 = z;
            w = r1;
            int r2 = x;
            y = r2;
            r.r1 = r1;
            r.r2 = r2;
        }

        @Actor
        public void actor2(IIII_Result r) {
            int r4 = w;
            int r3 = y;
            z = r3;
            x = 1;
            r.r3 = r3;
            r.r4 = r4;
        }
    }

    // 12: an array's element decides. r1 = r2 = r3 = 1 is forbidden.
    @State
    public static class Case12 {
        int x, y;
        final int[] a = {1, 2};

        @Actor
        public void actor1(III_Result r) {
            int r1 = x;
            a[r1] = 0;
            int r2 = a[0];
            y = r2;
            r.r1 = r1;
            r.r2 = r2;
        }

        @Actor
        public void actor2(III_Result r) {
            int r3 = y;
            x = r3;
            r.r3 = r3;
        }
    }

    // 13: as 4 with control. r1 = r2 = 1 is forbidden.
    @State
    public static class Case13 {
        int x, y;

        @Actor
        public void actor1(II_Result r) {
            int r1 = x;
            if (r1 == 1) {
                y = 1;
            }
            r.r1 = r1;
        }

        @Actor
        public void actor2(II_Result r) {
            int r2 = y;
            if (r2 == 1) {
                x = 1;
            }
            r.r2 = r2;
        }
    }

    // 14: a loop that waits for the other thread, once. r1 = r3 = 1, r2 = 0 is forbidden.
    @State
    public static class Case14 {
        int a, b;
        volatile int y;

        @Actor
        public void actor1(III_Result r) {
            int r1 = a;
            if (r1 == 0) {
                y = 1;
            } else {
                b = 1;
            }
            r.r1 = r1;
        }

        @Actor
        public void actor2(III_Result r) {
            int r2 = y;
            int r3 = b;
            if (r2 + r3 != 0) {
                a = 1;
            }
            r.r2 = r2;
            r.r3 = r3;
        }
    }

    // 15: as 14, with a third thread. r1 = r3 = 1, r2 = 0 is forbidden.
    @State
    public static class Case15 {
        int a, b;
        volatile int x, y;

        @Actor
        public void actor1(III_Result r) {
            int r0 = x;
            int r1;
            if (r0 == 1) {
                r1 = a;
            } else {
                r1 = 0;
            }
            if (r1 == 0) {
                y = 1;
            } else {
                b = 1;
            }
            r.r1 = r1;
        }

        @Actor
        public void actor2(III_Result r) {
            int r2 = y;
            int r3 = b;
            if (r2 + r3 != 0) {
                a = 1;
            }
            r.r2 = r2;
            r.r3 = r3;
        }

        @Actor
        public void actor3(III_Result r) {
            x = 1;
        }
    }

    // 16: each reads before it writes. r1 = 2, r2 = 1 is allowed.
    @State
    public static class Case16 {
        int x;

        @Actor
        public void actor1(II_Result r) {
            int r1 = x;
            x = 1;
            r.r1 = r1;
        }

        @Actor
        public void actor2(II_Result r) {
            int r2 = x;
            x = 2;
            r.r2 = r2;
        }
    }

    // 17: x is 42 after the test in any case. r1 = r2 = r3 = 42 is allowed.
    @State
    public static class Case17 {
        int x, y;

        @Actor
        public void actor1(III_Result r) {
            int r3 = x;
            if (r3 != 42) {
                x = 42;
            }
            int r1 = x;
            y = r1;
            r.r1 = r1;
            r.r3 = r3;
        }

        @Actor
        public void actor2(III_Result r) {
            int r2 = y;
            x = r2;
            r.r2 = r2;
        }
    }

    // 18: as 17, by the argument that x is 0 or 42. r1 = r2 = r3 = 42 is allowed.
    @State
    public static class Case18 {
        int x, y;

        @Actor
        public void actor1(III_Result r) {
            int r3 = x;
            if (r3 == 0) {
                x = 42;
            }
            int r1 = x;
            y = r1;
            r.r1 = r1;
            r.r3 = r3;
        }

        @Actor
        public void actor2(III_Result r) {
            int r2 = y;
            x = r2;
            r.r2 = r2;
        }
    }
}
