import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** What an annotation gives is an object of the program, which no code of the program hands over. */
public class Annotations {
    enum Level { HIGH; void body() { } }
    @Retention(RetentionPolicy.RUNTIME) @interface At { Level value(); }
    @At(Level.HIGH) static class Marked { }

    public static void main(String[] args) {
        Marked.class.getAnnotation(At.class).value().body();
    }
}
