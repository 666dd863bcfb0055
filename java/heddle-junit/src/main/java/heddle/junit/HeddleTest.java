package heddle.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that Heddle checks for every interleaving of its threads.
 *
 * <p>On a method it takes the place of {@link Test}. On a class it counts for all tests of the class, parameterised
 * ones among them, and the methods keep their own annotations. The test fails if some schedule of its threads makes an
 * assertion fail, lets an exception escape, deadlocks, or has a data race; the schedule is the message of the failure.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Test
@ExtendWith(HeddleExtension.class)
public @interface HeddleTest {
    /** When time-outs fire and sleeps end. */
    Time time() default Time.DEFAULT;

    /** What a data race counts as. */
    Races races() default Races.DEFAULT;

    /** Seconds after which the search is stopped; the verdict is then <em>bounded</em>. */
    int timeout() default -1;

    /** Only schedules with at most so many preemptions. */
    int preemptions() default -1;

    /** What a proof has to hold for. */
    MemoryModel memoryModel() default MemoryModel.DEFAULT;

    /** A saved run that is executed before anything is searched, relative to the folder of the build. */
    String replay() default "";

    /** What the test is about: that there is no violation, or that there is one. */
    Expect expect() default Expect.PROOF;

    /** What a search that was cut short without finding a violation counts as. */
    Bounded bounded() default Bounded.FAIL;

    /** When time-outs fire. */
    enum Time {
        /** As the options say. */
        DEFAULT,
        /** At any moment while a thread waits. */
        ANY,
        /** Only when nothing else can run. */
        LAST
    }

    /** What a data race counts as. */
    enum Races {
        /** As the options say. */
        DEFAULT,
        /** A violation. */
        ERROR,
        /** Something to be warned of. */
        WARN,
        /** Nothing. */
        OFF
    }

    /** What a test is executed under. */
    enum MemoryModel {
        /** As the options say. */
        DEFAULT,
        /** Sequential consistency: accesses take effect at once and in program order. */
        SC,
        /**
         * The Java memory model: also the executions that races and accesses weaker than volatile allow. Data races are
         * warnings then, unless {@link #races} says otherwise.
         */
        JMM
    }

    /** What a test is about. */
    enum Expect {
        /** That no schedule violates a property. */
        PROOF,
        /** That some schedule does. */
        VIOLATION
    }

    /** What a bounded search counts as. */
    enum Bounded {
        /** A failure. */
        FAIL,
        /** A success. */
        PASS
    }
}
