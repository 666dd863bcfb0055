// jdk: 25+

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Memory segments: arenas, layouts, handles for parts of them, arrays as segments, closed arenas. */
public class ForeignMemory {
    static final StructLayout POINT =
            MemoryLayout.structLayout(ValueLayout.JAVA_INT.withName("x"), ValueLayout.JAVA_INT.withName("y"));

    public static void main(String[] args) {
        try (Arena arena = Arena.ofConfined()) {
            values(arena);
            layouts(arena);
        }
        arrays();
        closed();
    }

    static void values(Arena arena) {
        MemorySegment memory = arena.allocate(64, 8);
        memory.set(ValueLayout.JAVA_INT, 0, 42);
        memory.setAtIndex(ValueLayout.JAVA_LONG, 2, 0x1122334455667788L);
        memory.set(ValueLayout.JAVA_DOUBLE, 40, 2.5);
        System.out.println(memory.get(ValueLayout.JAVA_INT, 0) + " " + memory.byteSize());
        System.out.println(memory.get(ValueLayout.JAVA_BYTE, 16) + " " + memory.get(ValueLayout.JAVA_DOUBLE, 40));
        System.out.println(arena.allocateFrom("hello").getString(0));
        try {
            memory.get(ValueLayout.JAVA_INT, 64);
        } catch (IndexOutOfBoundsException e) {
            System.out.println("out of bounds");
        }
        memory.asSlice(8, 8).fill((byte) 7);
        System.out.println(memory.get(ValueLayout.JAVA_SHORT, 8) + " " + memory.get(ValueLayout.JAVA_BYTE, 7));
    }

    static void layouts(Arena arena) {
        VarHandle x = POINT.varHandle(PathElement.groupElement("x"));
        VarHandle y = POINT.varHandle(PathElement.groupElement("y"));
        MemorySegment point = arena.allocate(POINT);
        x.set(point, 0L, 3);
        y.set(point, 0L, 4);
        System.out.println((int) x.get(point, 0L) * (int) y.get(point, 0L));
        System.out.println(x.compareAndSet(point, 0L, 3, 30) + " " + (int) x.getAndAdd(point, 0L, 5) + " " + (int) x.getVolatile(point, 0L));
        System.out.println(POINT + " " + x.varType() + " " + x.coordinateTypes());

        SequenceLayout row = MemoryLayout.sequenceLayout(5, POINT);
        VarHandle ys = row.varHandle(PathElement.sequenceElement(), PathElement.groupElement("y"));
        MemorySegment points = arena.allocate(row);
        for (int i = 0; i < 5; i++) {
            ys.set(points, 0L, (long) i, i * i);
        }
        int sum = 0;
        for (int i = 0; i < 5; i++) {
            sum += (int) ys.get(points, 0L, (long) i);
        }
        System.out.println(sum);
    }

    static void arrays() {
        MemorySegment ints = MemorySegment.ofArray(new int[] {1, 2, 3});
        System.out.println(ints.getAtIndex(ValueLayout.JAVA_INT, 2) + " " + ints.asSlice(4, 4).get(ValueLayout.JAVA_INT, 0));
        System.out.println(Arrays.toString(ints.toArray(ValueLayout.JAVA_INT)));
        System.out.println(ints.elements(ValueLayout.JAVA_INT).mapToInt(s -> s.get(ValueLayout.JAVA_INT, 0)).sum());
        byte[] bytes = new byte[8];
        MemorySegment.ofArray(bytes).set(ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN), 0, 258);
        System.out.println(Arrays.toString(bytes));
    }

    static void closed() {
        Arena arena = Arena.ofShared();
        MemorySegment memory = arena.allocate(8);
        arena.close();
        try {
            memory.get(ValueLayout.JAVA_BYTE, 0);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }
}
