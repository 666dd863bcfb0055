package com.acme;

import com.base.Base;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

class LifecycleTest extends Base {
    static int prepared;
    @TempDir static Path shared;
    @TempDir private Path folder;

    @BeforeAll
    static void beforeAll() {
        Assertions.assertTrue(Files.isDirectory(shared));
        prepared++;
    }

    @AfterAll
    static void afterAll() {
        Assertions.assertEquals(1, prepared);
    }

    @BeforeEach
    void own(TestInfo info) {
        Assertions.assertTrue(LifecycleTest.class.isAssignableFrom(info.getTestClass().get())
                || info.getTestClass().get() == Inner.class);
        calls.add("own");
    }

    /** Without the annotation, it is not called. */
    @Override
    protected void overridden() {
        calls.add("never");
    }

    @AfterEach
    void ownAfter() {
        Assertions.assertFalse(calls.contains("after"), "what is inherited comes last");
    }

    @Test
    void foldersAreNew(@TempDir Path other) throws Exception {
        Files.writeString(folder.resolve("a"), "text");
        Assertions.assertTrue(Files.exists(folder.resolve("a")));
        Assertions.assertFalse(Files.exists(other.resolve("a")));
    }

    /** No repetition differs from another one. */
    @RepeatedTest(10)
    void repeated() {
        Assertions.assertEquals(1, prepared);
    }

    @RepeatedTest(2)
    void repeatedWithNumber(RepetitionInfo info) {
        Assertions.assertEquals(2, info.getTotalRepetitions());
        Assertions.assertEquals(1, info.getCurrentRepetition(), "the second one fails");
    }

    @Nested
    class Inner {
        @BeforeEach
        void inner() {
            calls.add("inner");
        }

        @Test
        void outerComesFirst() {
            Assertions.assertEquals(List.of("base", "own", "inner"), calls);
        }
    }

    /** Not a test: nobody makes an object of it. */
    class Forgotten {
        @Test
        void never() {
            Assertions.fail();
        }
    }
}
