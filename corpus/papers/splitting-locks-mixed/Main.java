public class Main {
    static class Programmer {
        private long hours = 80;
        private int salary = 50000;
        private final Object hoursLock = new Object();
        private final Object salaryLock = new Object();

        void overtime(long newHours) {
            synchronized (hoursLock) {
                hours = newHours;
                salary = salary + 1000;
            }
        }

        void updateSalary(int newSalary) {
            synchronized (salaryLock) {
                salary = newSalary;
            }
        }
    }

    public static void main(String[] args) {
        Programmer p = new Programmer();
        new Thread(() -> p.overtime(90)).start();
        p.updateSalary(60000);
    }
}
