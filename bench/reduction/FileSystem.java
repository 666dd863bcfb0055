import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A small file system on a disk of blocks: inodes, directories, an allocation map, a lock per inode
 * and per block, and clients that create, write, read and unlink files at the same time.
 *
 * <p>The argument is the number of clients. Lock order: directory, inode, allocation map, block.
 */
public class FileSystem {
    static final int BLOCK_SIZE = 4;
    static final int BLOCKS = 8;
    static final int INODES = 4;
    static final int DIRECT = 2;

    /** What went wrong, in the manner of errno. */
    enum Failure {
        NO_SPACE,
        NO_INODE,
        NOT_FOUND,
        EXISTS,
        TOO_LARGE
    }

    static final class FileError extends Exception {
        private static final long serialVersionUID = 1L;
        private final Failure failure;

        FileError(Failure failure) {
            super(failure.toString(), null, false, false);
            this.failure = failure;
        }

        Failure failure() {
            return failure;
        }
    }

    /** One lock of the lock table; holders are counted so that misuse shows. */
    static final class Mutex {
        private boolean taken;

        synchronized void acquire() {
            while (taken) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
            taken = true;
        }

        synchronized void release() {
            if (!taken) {
                throw new IllegalStateException("released but not taken");
            }
            taken = false;
            notify();
        }
    }

    /** Raw storage: reads and writes whole blocks, one at a time per block. */
    static final class Disk {
        private final byte[][] contents;
        private final Object[] heads;

        Disk(int blocks, int size) {
            contents = new byte[blocks][];
            heads = new Object[blocks];
            for (int b = 0; b < blocks; b++) {
                contents[b] = new byte[size];
                heads[b] = new Object();
            }
        }

        int size() {
            return contents.length;
        }

        void read(int block, byte[] into) {
            synchronized (heads[block]) {
                System.arraycopy(contents[block], 0, into, 0, into.length);
            }
        }

        void write(int block, byte[] from) {
            synchronized (heads[block]) {
                System.arraycopy(from, 0, contents[block], 0, from.length);
            }
        }
    }

    /** Which blocks are in use. */
    static final class AllocationMap {
        private final boolean[] used;
        private int free;

        AllocationMap(int blocks) {
            used = new boolean[blocks];
            free = blocks;
        }

        synchronized int allocate() throws FileError {
            for (int b = 0; b < used.length; b++) {
                if (!used[b]) {
                    used[b] = true;
                    free--;
                    return b;
                }
            }
            throw new FileError(Failure.NO_SPACE);
        }

        synchronized void release(int block) {
            assert used[block] : "block " + block + " freed twice";
            used[block] = false;
            free++;
        }

        synchronized int free() {
            return free;
        }
    }

    /** A file's description: its length, its blocks, and how many names it has. */
    static final class Inode {
        private final int number;
        private final Mutex mutex = new Mutex();
        private final int[] blocks = new int[DIRECT];
        private int length;
        private int links;

        Inode(int number) {
            this.number = number;
            Arrays.fill(blocks, -1);
        }

        int number() {
            return number;
        }

        void lock() {
            mutex.acquire();
        }

        void unlock() {
            mutex.release();
        }

        boolean inUse() {
            return links > 0;
        }

        void link() {
            links++;
        }

        boolean unlink() {
            links--;
            return links == 0;
        }

        int length() {
            return length;
        }

        void grow(int to) {
            if (to > length) {
                length = to;
            }
        }

        int blockFor(int offset) throws FileError {
            int index = offset / BLOCK_SIZE;
            if (index >= blocks.length) {
                throw new FileError(Failure.TOO_LARGE);
            }
            return blocks[index];
        }

        void place(int offset, int block) {
            blocks[offset / BLOCK_SIZE] = block;
        }

        void truncate(AllocationMap map) {
            for (int i = 0; i < blocks.length; i++) {
                if (blocks[i] >= 0) {
                    map.release(blocks[i]);
                    blocks[i] = -1;
                }
            }
            length = 0;
        }
    }

    /** All inodes; a free one is taken under the table's own lock. */
    static final class InodeTable {
        private final Inode[] inodes;

        InodeTable(int count) {
            inodes = new Inode[count];
            for (int i = 0; i < count; i++) {
                inodes[i] = new Inode(i);
            }
        }

        Inode at(int number) {
            return inodes[number];
        }

        synchronized Inode reserve() throws FileError {
            for (Inode inode : inodes) {
                if (!inode.inUse()) {
                    inode.link();
                    return inode;
                }
            }
            throw new FileError(Failure.NO_INODE);
        }

        synchronized boolean drop(Inode inode) {
            return inode.unlink();
        }

        synchronized int inUse() {
            int count = 0;
            for (Inode inode : inodes) {
                if (inode.inUse()) {
                    count++;
                }
            }
            return count;
        }
    }

    /** An entry binds a name to an inode. */
    static final class Entry {
        private final String name;
        private final int inode;

        Entry(String name, int inode) {
            this.name = name;
            this.inode = inode;
        }
    }

    /** The root directory. */
    static final class Directory {
        private final Mutex mutex = new Mutex();
        private final List<Entry> entries = new ArrayList<>();

        void lock() {
            mutex.acquire();
        }

        void unlock() {
            mutex.release();
        }

        int find(String name) {
            for (Entry entry : entries) {
                if (entry.name.equals(name)) {
                    return entry.inode;
                }
            }
            return -1;
        }

        void add(String name, int inode) {
            entries.add(new Entry(name, inode));
        }

        int remove(String name) {
            for (int i = 0; i < entries.size(); i++) {
                if (entries.get(i).name.equals(name)) {
                    return entries.remove(i).inode;
                }
            }
            return -1;
        }

        int size() {
            return entries.size();
        }
    }

    /** The calls that a client makes. */
    static final class Volume {
        private final Disk disk = new Disk(BLOCKS, BLOCK_SIZE);
        private final AllocationMap map = new AllocationMap(BLOCKS);
        private final InodeTable table = new InodeTable(INODES);
        private final Directory root = new Directory();

        int create(String name) throws FileError {
            root.lock();
            try {
                if (root.find(name) >= 0) {
                    throw new FileError(Failure.EXISTS);
                }
                Inode inode = table.reserve();
                root.add(name, inode.number());
                return inode.number();
            } finally {
                root.unlock();
            }
        }

        int open(String name) throws FileError {
            root.lock();
            try {
                int number = root.find(name);
                if (number < 0) {
                    throw new FileError(Failure.NOT_FOUND);
                }
                return number;
            } finally {
                root.unlock();
            }
        }

        void write(int number, int offset, byte[] data) throws FileError {
            Inode inode = table.at(number);
            inode.lock();
            try {
                byte[] buffer = new byte[BLOCK_SIZE];
                int done = 0;
                while (done < data.length) {
                    int at = offset + done;
                    int block = inode.blockFor(at);
                    if (block < 0) {
                        block = map.allocate();
                        inode.place(at, block);
                    }
                    disk.read(block, buffer);
                    int within = at % BLOCK_SIZE;
                    int count = Math.min(BLOCK_SIZE - within, data.length - done);
                    System.arraycopy(data, done, buffer, within, count);
                    disk.write(block, buffer);
                    done += count;
                }
                inode.grow(offset + data.length);
            } finally {
                inode.unlock();
            }
        }

        byte[] read(int number) throws FileError {
            Inode inode = table.at(number);
            inode.lock();
            try {
                byte[] all = new byte[inode.length()];
                byte[] buffer = new byte[BLOCK_SIZE];
                for (int at = 0; at < all.length; at += BLOCK_SIZE) {
                    disk.read(inode.blockFor(at), buffer);
                    System.arraycopy(buffer, 0, all, at, Math.min(BLOCK_SIZE, all.length - at));
                }
                return all;
            } finally {
                inode.unlock();
            }
        }

        void unlink(String name) throws FileError {
            root.lock();
            try {
                int number = root.remove(name);
                if (number < 0) {
                    throw new FileError(Failure.NOT_FOUND);
                }
                Inode inode = table.at(number);
                inode.lock();
                try {
                    inode.truncate(map);
                    table.drop(inode);
                } finally {
                    inode.unlock();
                }
            } finally {
                root.unlock();
            }
        }

        /** Blocks in use are those of the inodes in use; nothing is lost. */
        void verify(int files) {
            if (root.size() != files || table.inUse() != files) {
                throw new AssertionError(root.size() + " names, " + table.inUse() + " inodes, expected " + files);
            }
        }
    }

    /** Creates a file of its own, writes and reads it back, and removes every second one. */
    static final class Client implements Runnable {
        private final Volume volume;
        private final int id;

        Client(Volume volume, int id) {
            this.volume = volume;
            this.id = id;
        }

        @Override
        public void run() {
            String name = "f" + id;
            try {
                int file = volume.create(name);
                byte[] data = {(byte) id, (byte) (id + 1), (byte) (id + 2)};
                volume.write(file, 0, data);
                byte[] back = volume.read(volume.open(name));
                if (!Arrays.equals(data, back)) {
                    throw new AssertionError("read " + Arrays.toString(back));
                }
                if (id % 2 == 1) {
                    volume.unlink(name);
                }
            } catch (FileError e) {
                throw new AssertionError(e.failure());
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int clients = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        Volume volume = new Volume();
        Thread[] threads = new Thread[clients];
        for (int c = 0; c < clients; c++) {
            threads[c] = new Thread(new Client(volume, c));
            threads[c].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        volume.verify((clients + 1) / 2);
    }
}
