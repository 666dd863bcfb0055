public class Main {
    private int balance;

    synchronized void deposit(int amount) {
        balance += amount;
    }

    int balance() {
        return balance;
    }

    public static void main(String[] args) {
        Main account = new Main();
        new Thread(() -> account.deposit(5)).start();
        account.balance();
    }
}
