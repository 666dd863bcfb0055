public class ThrNames {
    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        System.out.println(main.getName());

        Thread t = new Thread(() -> { }, "first");
        System.out.println(t.getName());
        t.setName("second");
        System.out.println(t.getName());
        t.setName("");
        System.out.println("[" + t.getName() + "]");

        try {
            t.setName(null);
            System.out.println("null accepted");
        } catch (NullPointerException e) {
            System.out.println("NPE: " + e.getMessage());
        }
        try {
            new Thread(() -> { }, (String) null);
            System.out.println("null accepted");
        } catch (NullPointerException e) {
            System.out.println("NPE: " + e.getMessage());
        }
        try {
            new Thread((String) null);
            System.out.println("null accepted");
        } catch (NullPointerException e) {
            System.out.println("NPE");
        }

        // unnamed threads are numbered: only the prefix and the step are looked at
        String a = new Thread().getName();
        String b = new Thread(() -> { }).getName();
        System.out.println(a.startsWith("Thread-") + " " + b.startsWith("Thread-"));
        int na = Integer.parseInt(a.substring(7));
        int nb = Integer.parseInt(b.substring(7));
        System.out.println("step " + (nb - na));
        new Thread("named threads take no number");
        String c = new Thread((ThreadGroup) null, () -> { }).getName();
        System.out.println("step " + (Integer.parseInt(c.substring(7)) - nb));

        // a running thread renames itself, and a terminated one can be renamed still
        Thread self = new Thread(() -> {
            Thread me = Thread.currentThread();
            System.out.println("in " + me.getName());
            me.setName(me.getName() + "!");
            System.out.println("in " + me.getName());
        }, "self");
        self.start();
        self.join();
        System.out.println("after " + self.getName());
        self.setName("ghost");
        System.out.println("after " + self.getName());

        // renaming main shows in the current thread
        main.setName("MAIN");
        System.out.println(Thread.currentThread().getName());
        Thread other = new Thread(() -> {
            main.setName("renamed by other");
        });
        other.start();
        other.join();
        System.out.println(Thread.currentThread().getName());

        String uni = "n\u00e4me-\u4e2d";
        Thread u = new Thread(uni);
        System.out.println(u.getName().equals(uni) + " " + u.getName().length());

        Thread overridden = new Thread("base") {
            @Override
            public String toString() {
                return "T<" + getName() + ">";
            }
        };
        System.out.println(overridden);

        // two threads with one name are still two threads
        Thread x = new Thread("same");
        Thread y = new Thread("same");
        System.out.println(x.equals(y) + " " + x.getName().equals(y.getName()));
        System.out.println("ids differ " + (x.getId() != y.getId()) + " positive " + (x.getId() > 0));
    }
}
