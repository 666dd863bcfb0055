import com.google.inject.AbstractModule;
import com.google.inject.Guice;
import com.google.inject.Injector;
import jakarta.inject.Singleton;

/** Two threads ask an injector for a singleton. */
public class Singletons {
    static int made;

    @Singleton
    public static class Service {
        public Service() {
            made++;
        }
    }

    public static void main(String[] args) throws Exception {
        Injector injector = Guice.createInjector();
        Service[] seen = new Service[2];
        Thread other = new Thread(() -> seen[0] = injector.getInstance(Service.class));
        other.start();
        seen[1] = injector.getInstance(Service.class);
        other.join();
        assert made == 1 && seen[0] == seen[1];
    }
}
