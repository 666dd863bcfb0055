import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;
import javax.management.Attribute;
import javax.management.AttributeNotFoundException;
import javax.management.InstanceAlreadyExistsException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** What ManagementFactory tells of threads and memory, and a bean of one's own. */
public class ManagementBeans {
    public interface CounterMBean {
        int getCount();

        void setCount(int count);

        String describe(String prefix);
    }

    public static class Counter implements CounterMBean {
        private int count = 4;

        public int getCount() {
            return count;
        }

        public void setCount(int count) {
            this.count = count;
        }

        public String describe(String prefix) {
            return prefix + count;
        }
    }

    static class Waiter extends Thread {
        final Object lock;

        Waiter(Object lock) {
            super("waiter");
            this.lock = lock;
        }

        @Override
        public void run() {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    System.out.println("interrupted");
                }
            }
        }
    }

    static void await(Thread thread, Thread.State state) {
        while (thread.getState() != state) {
            Thread.yield();
        }
    }

    static void threads() throws Exception {
        ThreadMXBean bean = ManagementFactory.getThreadMXBean();
        Object lock = new Object();
        Thread waiter = new Waiter(lock);
        waiter.start();
        await(waiter, Thread.State.WAITING);
        ThreadInfo info = bean.getThreadInfo(waiter.getId(), 10);
        System.out.println(info.getThreadName() + " " + info.getThreadState() + " on " + info.getLockInfo().getClassName()
            + " of " + info.getLockOwnerName() + " " + info.getLockOwnerId());
        for (StackTraceElement element : info.getStackTrace()) {
            System.out.println("  " + element);
        }
        synchronized (lock) {
            Thread blocked = new Thread("blocked") {
                @Override
                public void run() {
                    synchronized (lock) {
                        System.out.println("entered");
                    }
                }
            };
            blocked.start();
            await(blocked, Thread.State.BLOCKED);
            ThreadInfo other = bean.getThreadInfo(new long[] {blocked.getId()}, true, true)[0];
            System.out.println(other.getThreadState() + " by " + other.getLockOwnerName());
            ThreadInfo own = bean.getThreadInfo(new long[] {Thread.currentThread().getId()}, true, true)[0];
            System.out.println(own.getLockedMonitors().length + " held, first in "
                + own.getLockedMonitors()[0].getLockedStackFrame().getMethodName());
            lock.notifyAll();
        }
        waiter.join();
        ReentrantLock fair = new ReentrantLock();
        fair.lock();
        ThreadInfo own = bean.getThreadInfo(new long[] {Thread.currentThread().getId()}, true, true)[0];
        System.out.println(Arrays.stream(own.getLockedSynchronizers()).map(held -> held.getClassName()).toList());
        fair.unlock();
        System.out.println(bean.getThreadInfo(987654321L) + " " + (bean.dumpAllThreads(true, true).length > 0)
            + " " + bean.isThreadCpuTimeSupported() + " " + (bean.getCurrentThreadCpuTime() >= 0));
    }

    static void memory() {
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getName().startsWith("Metaspace")) {
                System.out.println(pool.getName() + " " + pool.getType() + " " + Arrays.toString(pool.getMemoryManagerNames())
                    + " " + pool.isUsageThresholdSupported() + pool.isCollectionUsageThresholdSupported());
            }
        }
        System.out.println(!ManagementFactory.getGarbageCollectorMXBeans().isEmpty());
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (collector.getCollectionCount() < 0 || collector.getMemoryPoolNames().length == 0) {
                System.out.println("strange: " + collector.getName());
            }
        }
    }

    static void server() throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("own:type=Counter");
        server.registerMBean(new Counter(), name);
        server.setAttribute(name, new Attribute("Count", 9));
        Object described = server.invoke(name, "describe", new Object[] {"n="}, new String[] {"java.lang.String"});
        System.out.println(server.getAttribute(name, "Count") + " " + described);
        try {
            server.getAttribute(name, "Nothing");
        } catch (AttributeNotFoundException e) {
            System.out.println(e.getMessage());
        }
        try {
            server.registerMBean(new Counter(), name);
        } catch (InstanceAlreadyExistsException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(server.queryNames(new ObjectName("java.lang:*"), null).size() > 5);
        System.out.println(ManagementFactory.getRuntimeMXBean().getName().contains("@") + " "
            + ManagementFactory.getRuntimeMXBean().getManagementSpecVersion());
    }

    public static void main(String[] args) throws Exception {
        threads();
        memory();
        server();
    }
}
