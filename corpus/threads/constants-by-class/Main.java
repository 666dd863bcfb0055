import java.util.EnumSet;

public class Main {
    enum Slot {
        ONE, TWO;

        volatile int uses;
    }

    static int sum(Class<Slot> slots) {
        int sum = 0;
        for (Slot slot : EnumSet.allOf(slots)) {
            slot.uses = slot.uses + 1;
            sum += slot.uses;
        }
        return sum;
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> sum(Slot.class));
        other.start();
        sum(Slot.class);
        other.join();
        assert sum(Slot.class) == 6;
    }
}
