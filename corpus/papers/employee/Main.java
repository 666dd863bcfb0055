import java.util.ArrayList;
import java.util.List;

public class Main {
    static class Employee {
        String name;
        Integer salary;

        Employee(String name, Integer salary) {
            this.name = name;
            this.salary = salary;
        }
    }

    static class Company {
        List<Employee> employees = new ArrayList<>();

        void addEmployee(String name, Integer salary) {
            Employee emp = new Employee(name, salary);
            employees.add(emp);
        }

        void addEmployee(Employee emp) {
            employees.add(emp);
        }

        int printEmployeeNames() {
            int length = 0;
            for (Employee e : employees) length += e.name.length();
            return length;
        }

        void setEmployeeSalary(String name, Integer salary) {
            for (Employee e : employees) {
                if (e.name.equals(name)) e.salary = salary;
            }
        }

        Integer getEmployeeSalary(String name) {
            for (Employee e : employees) {
                if (e.name.equals(name)) return e.salary;
            }
            return null;
        }
    }

    static class FirstWorker extends Thread {
        private final Company company;

        FirstWorker(Company company) {
            this.company = company;
        }

        @Override
        public void run() {
            company.printEmployeeNames();
            Integer r = company.getEmployeeSalary("john");
            company.setEmployeeSalary("john", r + 50);
            company.printEmployeeNames();
        }
    }

    static class SecondWorker extends Thread {
        private final Company company;

        SecondWorker(Company company) {
            this.company = company;
        }

        @Override
        public void run() {
            company.getEmployeeSalary("paul");
            company.addEmployee("mark", 80);
            company.printEmployeeNames();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Company company = new Company();
        company.addEmployee("john", 100);
        company.addEmployee(new Employee("paul", 120));
        FirstWorker w1 = new FirstWorker(company);
        SecondWorker w2 = new SecondWorker(company);
        w1.start();
        w2.start();
        w1.join();
        w2.join();
    }
}
