/** Two threads make a thread each, and look at the names and ids that these got. */
public class Main {
    public static void main(String[] args) throws Exception {
        Thread[] made = new Thread[2];
        Thread first = new Thread(() -> made[0] = new Thread(() -> { }), "first");
        Thread second = new Thread(() -> made[1] = new Thread(() -> { }), "second");
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(made[0].getName() + " " + made[1].getName() + " " + (made[0].getId() < made[1].getId()));
    }
}
