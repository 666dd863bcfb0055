public class Main {
    static class Programmer {
        private long hours = 80;
        private int salary = 50000;
        private final Object hoursLock = new Object();
        private final Object salaryLock = new Object();

        void updateHours(long newHours) {
            synchronized (hoursLock) {
                hours = newHours;
            }
        }

        void updateSalary(int newSalary) {
            synchronized (salaryLock) {
                salary = newSalary;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Programmer p = new Programmer();
        Thread t = new Thread(() -> p.updateHours(40));
        t.start();
        p.updateSalary(60000);
        t.join();
        System.out.println("hours=" + p.hours + " salary=" + p.salary);
    }
}
