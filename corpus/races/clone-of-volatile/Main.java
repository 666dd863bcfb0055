/** Copies an object whose only field is volatile while another thread sets it. */
public class Main {
    static class Cell implements Cloneable {
        volatile int value;

        @Override
        public Cell clone() {
            try {
                return (Cell) super.clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Cell shared = new Cell();
        Thread setter = new Thread(() -> shared.value = 1);
        setter.start();
        Cell copy = shared.clone();
        setter.join();
        System.out.println(copy.value);
    }
}
