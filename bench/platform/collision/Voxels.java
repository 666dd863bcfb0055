import java.util.Vector;

/**
 * A hash table from voxels to the motions that pass through them. Only motions in a common voxel can
 * collide, so that few pairs have to be compared.
 */
final class Voxels {
    /** A voxel with its motions, in a chain of those with the same hash. */
    private static final class Entry {
        final int column;
        final int row;
        final Vector<Motion> motions = new Vector<>();
        final Entry next;

        Entry(int column, int row, Entry next) {
            this.column = column;
            this.row = row;
            this.next = next;
        }
    }

    private Entry[] table = new Entry[16];
    private int size;

    void clear() {
        for (int index = 0; index < table.length; index++) {
            table[index] = null;
        }
        size = 0;
    }

    /** Puts a motion into every voxel that it comes near to. */
    void add(Motion motion) {
        float margin = Sky.PROXIMITY / 2;
        Vector2 lower = motion.lower();
        Vector2 upper = motion.upper();
        int lastColumn = index(upper.x + margin);
        int lastRow = index(upper.y + margin);
        for (int column = index(lower.x - margin); column <= lastColumn; column++) {
            for (int row = index(lower.y - margin); row <= lastRow; row++) {
                Vector2 corner = new Vector2(column * Sky.VOXEL, row * Sky.VOXEL);
                if (motion.crosses(corner, Sky.VOXEL, margin)) {
                    entry(column, row).motions.addElement(motion);
                }
            }
        }
    }

    private static int index(float coordinate) {
        return (int) Math.floor(coordinate / Sky.VOXEL);
    }

    /** The motions of each voxel that has more than one. */
    Vector<Vector<Motion>> crowded() {
        Vector<Vector<Motion>> crowded = new Vector<>();
        for (int index = 0; index < table.length; index++) {
            for (Entry entry = table[index]; entry != null; entry = entry.next) {
                if (entry.motions.size() > 1) {
                    crowded.addElement(entry.motions);
                }
            }
        }
        return crowded;
    }

    private Entry entry(int column, int row) {
        int slot = slot(column, row, table.length);
        for (Entry entry = table[slot]; entry != null; entry = entry.next) {
            if (entry.column == column && entry.row == row) {
                return entry;
            }
        }
        if (size == table.length) {
            grow();
            slot = slot(column, row, table.length);
        }
        size++;
        table[slot] = new Entry(column, row, table[slot]);
        return table[slot];
    }

    private void grow() {
        Entry[] old = table;
        table = new Entry[2 * old.length];
        for (int index = 0; index < old.length; index++) {
            for (Entry entry = old[index]; entry != null; entry = entry.next) {
                int slot = slot(entry.column, entry.row, table.length);
                Entry moved = new Entry(entry.column, entry.row, table[slot]);
                for (int motion = 0; motion < entry.motions.size(); motion++) {
                    moved.motions.addElement(entry.motions.elementAt(motion));
                }
                table[slot] = moved;
            }
        }
    }

    private static int slot(int column, int row, int length) {
        int hash = column * 0x9e3779b1 ^ row * 0x85ebca6b;
        return (hash ^ hash >>> 15) & length - 1;
    }
}
