public class Main {
    static class Employee {
        final String name;
        int salary;

        Employee(String name, int salary) {
            this.name = name;
            this.salary = salary;
        }
    }

    static class Company {
        private final Employee[] employees = new Employee[3];
        private int count;

        synchronized void add(Employee e) {
            employees[count] = e;
            count = count + 1;
        }

        synchronized int nameLengths() {
            int length = 0;
            for (int i = 0; i < count; i++) length += employees[i].name.length();
            return length;
        }

        synchronized void setSalary(String name, int salary) {
            for (int i = 0; i < count; i++) {
                if (employees[i].name.equals(name)) employees[i].salary = salary;
            }
        }

        synchronized int salary(String name) {
            for (int i = 0; i < count; i++) {
                if (employees[i].name.equals(name)) return employees[i].salary;
            }
            return 0;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Company company = new Company();
        company.add(new Employee("john", 100));
        company.add(new Employee("paul", 120));
        Thread first = new Thread(() -> {
            company.nameLengths();
            company.setSalary("john", company.salary("john") + 50);
        });
        Thread second = new Thread(() -> {
            company.salary("paul");
            company.add(new Employee("mark", 80));
        });
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println("john=" + company.salary("john") + " count=" + company.count);
    }
}
