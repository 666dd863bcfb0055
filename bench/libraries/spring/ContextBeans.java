import org.springframework.context.support.GenericApplicationContext;

/** Two threads ask for a lazy singleton bean: it is made once. */
public class ContextBeans {
    static int made;

    public static class Bean {
        public Bean() {
            made++;
        }
    }

    public static void main(String[] args) throws Exception {
        GenericApplicationContext context = new GenericApplicationContext();
        context.registerBean("bean", Bean.class, definition -> definition.setLazyInit(true));
        context.refresh();
        Object[] seen = new Object[2];
        Thread other = new Thread(() -> seen[0] = context.getBean("bean"));
        other.start();
        seen[1] = context.getBean("bean");
        other.join();
        assert made == 1 && seen[0] == seen[1];
        context.close();
    }
}
