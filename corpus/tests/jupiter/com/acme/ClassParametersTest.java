package com.acme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Classes whose objects have parameters: fields, constructors, records, and classes inside of classes. */
class ClassParametersTest {
    @ParameterizedClass
    @ValueSource(longs = {1, 2})
    static class OneField {
        @Parameter private long size;
        private long before;

        @BeforeEach
        void twice() {
            before = 2 * size;
        }

        @Test
        void isSetBeforeAnythingIsCalled() {
            assertTrue(size > 0);
            assertEquals(2 * size, before);
        }

        @Test
        void isOne() {
            assertEquals(1, size);
        }
    }

    @ParameterizedClass
    @MethodSource("pairs")
    static class Fields {
        @Parameter(1) String name;
        @Parameter(0) int size;

        static Stream<Arguments> pairs() {
            return Stream.of(Arguments.of(1, "a"), Arguments.of(2, "bb"), Arguments.of(3, "cc"));
        }

        @Test
        void fit() {
            assertEquals(size, name.length());
        }
    }

    @ParameterizedClass
    @CsvSource({"1, a", "2, b"})
    static class Made {
        private final int number;
        private final String name;

        Made(int number, String name, TestInfo info) {
            this.number = number;
            this.name = name;
        }

        @ParameterizedTest
        @ValueSource(ints = {2, 3})
        void eachWithEach(int factor) {
            assertNotEquals(6, number * factor);
            assertEquals(1, name.length());
        }

        @Nested
        class Inner {
            @Test
            void seesTheOuterOne() {
                assertEquals(1, number);
            }
        }
    }

    @ParameterizedClass
    @CsvSource({"3, 4", "5, 6"})
    record Pair(int low, int high) {
        @Test
        void isOrdered() {
            assertTrue(low < high);
        }
    }

    @ParameterizedClass
    @ValueSource(ints = 1)
    static class Around {
        @Parameter int number;

        @BeforeParameterizedClassInvocation
        static void first() {}

        @Test
        void isNotKnown() {}
    }

    @Tag("slow")
    static class Names {
        @Test
        void plain(TestInfo info) {
            assertEquals("plain(TestInfo)", info.getDisplayName());
            assertEquals("plain", info.getTestMethod().orElseThrow().getName());
        }

        @Test
        @Tag("large")
        @DisplayName("a name for people")
        void named(TestInfo info) {
            assertEquals("a name for people", info.getDisplayName());
            assertEquals(java.util.Set.of("slow", "large"), info.getTags());
        }
    }
}
