public class Vector6 {
    /** The part of java.util.Vector that the test needs. */
    static class Vector {
        private Object[] elementData;
        private int elementCount;

        Vector(Object only) {
            elementData = new Object[] {only};
            elementCount = 1;
        }

        Vector(Vector other) {
            elementData = other.toArray();
            elementCount = elementData.length;
        }

        synchronized int size() {
            return elementCount;
        }

        synchronized boolean isEmpty() {
            return elementCount == 0;
        }

        synchronized Object elementAt(int index) {
            return elementData[index];
        }

        synchronized void copyInto(Object[] target) {
            for (int i = 0; i < elementCount; i++) target[i] = elementData[i];
        }

        synchronized Object[] toArray() {
            Object[] copy = new Object[elementCount];
            copyInto(copy);
            return copy;
        }

        synchronized void removeAllElements() {
            for (int i = 0; i < elementCount; i++) elementData[i] = null;
            elementCount = 0;
        }
    }

    static void test(Integer x) {
        Vector v1 = new Vector(x);
        new Thread(() -> v1.removeAllElements()).start();
        Vector v2 = new Vector(v1);
        assert v2.isEmpty() || v2.elementAt(0) == x;
    }
}
