public class NestMates {
    private int secret = 1;
    private static int shared = 10;
    private static long big = 1L << 40;

    private String hidden(int x) {
        return "hidden" + x + secret;
    }

    private static String hiddenStatic() {
        return "hs" + shared++;
    }

    private NestMates() { }

    private NestMates(int s) {
        secret = s;
    }

    private static class Inner {
        private int v = 5;
        private final String text;

        private Inner(String t) {
            text = t;
        }

        private String peek(NestMates n) {
            n.secret += 100;
            n.secret++;
            shared *= 2;
            big >>= 3;
            return n.hidden(v) + hiddenStatic() + n.new Deep().dig();
        }

        private class Sub {
            private String up() {
                v++;
                return text + v + hiddenStatic();
            }
        }
    }

    private class Deep {
        private int depth = secret;

        private String dig() {
            class Local {
                private int mine = depth * 2;

                private String report() {
                    secret--;
                    return "local" + mine + secret + NestMates.this.hidden(depth);
                }
            }
            Local l = new Local();
            l.mine += 3;
            return l.report() + l.mine;
        }
    }

    private interface Op {
        private int twice(int x) {
            return 2 * x;
        }

        default int run(int x) {
            return twice(x) + shared;
        }
    }

    private enum E {
        X(3), Y(4) {
            @Override
            int get() {
                return super.get() * 10 + E.bonus;
            }
        };

        private static int bonus = 7;
        private final int n;

        private E(int n) {
            this.n = n;
        }

        int get() {
            return n;
        }
    }

    private record R(int a) {
        private static int made;

        private R {
            made++;
        }

        private int twice() {
            return a * 2;
        }
    }

    static class Parent {
        private String name() {
            return "parent";
        }

        String call(Parent p) {
            return p.name();
        }
    }

    static class Child extends Parent {
        private String name() {
            return "child";
        }

        String callChild(Child c) {
            return c.name() + ((Parent) c).name() + super.name();
        }
    }

    public static void main(String[] args) {
        NestMates n = new NestMates();
        Inner i = new Inner("t");
        System.out.println(i.v + i.text + i.peek(n));
        i.v = -1;
        i.v -= 4;
        Inner.Sub s = i.new Sub();
        System.out.println(s.up() + s.up() + i.v + n.secret + shared + big);
        NestMates m = new NestMates(50);
        System.out.println(m.new Deep().dig() + m.secret + m.hidden(0));
        System.out.println(new Op() { }.run(4) + " " + ((Op) new Op() { }).twice(8));
        System.out.println(E.X.n + E.Y.n + " " + E.X.get() + " " + E.Y.get() + " " + E.bonus++);
        System.out.println(new R(4).twice() + new R(5).a + " " + R.made);
        System.out.println(new Child().call(new Child()) + new Child().callChild(new Child()) + new Parent().call(new Child()));
        System.out.println(Inner.class.getNestHost().getSimpleName() + NestMates.class.isNestmateOf(E.class) + NestMates.class.getNestMembers()[0].getSimpleName());
    }
}
