package com.acme;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.condition.OS;

/** Conditions of JUnit, on methods and classes. */
class ConditionsTest {
    @Test
    @EnabledOnOs(OS.LINUX)
    void here() {
        assertEquals(1, 2);
    }

    @Test
    @DisabledOnOs(value = OS.LINUX, disabledReason = "too good for it")
    void notHere() {}

    @Test
    @EnabledForJreRange(min = JRE.JAVA_17)
    void onThisJre() {}

    @Test
    @DisabledIfSystemProperty(named = "java.specification.name", matches = "Java.*")
    void specified() {}

    @Test
    @EnabledIfEnvironmentVariable(named = "HEDDLE_NOWHERE", matches = "yes")
    void environment() {}

    boolean isReady() {
        return true;
    }

    @Test
    @EnabledIf("isReady")
    void ready() {}

    @Nested
    @EnabledOnOs(OS.WINDOWS)
    class Elsewhere {
        @Test
        void off() {
            assertEquals(1, 2);
        }
    }

    /** The limit of the class around counts too. */
    @Nested
    @Timeout(5)
    class Limited {
        @Nested
        class Inner {
            volatile boolean done;

            @Test
            void neverEnds() {
                while (!done) {
                    Thread.onSpinWait();
                }
            }
        }
    }
}
