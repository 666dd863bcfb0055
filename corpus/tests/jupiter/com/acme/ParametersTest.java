package com.acme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.aggregator.ArgumentsAccessor;
import org.junit.jupiter.params.converter.JavaTimeConversionPattern;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class ParametersTest {
    enum Colour { RED, GREEN, BLUE }

    @ParameterizedTest
    @ValueSource(ints = {1, -2, Integer.MIN_VALUE})
    void ints(long value) {
        assertTrue(value == 1 || value == -2 || value == Integer.MIN_VALUE);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.5, -1e300})
    void doubles(double value) {
        assertTrue(value == 0.5 || value == -1e300);
    }

    @ParameterizedTest
    @NullAndEmptySource
    @ValueSource(strings = {"a\"b", "é\n"})
    void texts(String text) {
        assertTrue(text == null || text.isEmpty() || text.equals("a\"b") || text.equals("é\n"));
    }

    @ParameterizedTest
    @CsvSource({"1, one, RED, PT1S, 0-0-0-0-1", "2, 'two, three', BLUE, PT2S, 0-0-0-0-2", "3, , GREEN, PT3S, 0-0-0-0-3"})
    void rows(int number, String text, Colour colour, Duration duration, UUID id) {
        assertEquals(number, duration.toSeconds());
        assertEquals(number, id.getLeastSignificantBits());
        assertEquals(number == 3, text == null);
        assertNotNull(colour);
    }

    @ParameterizedTest
    @EnumSource(names = "R.*", mode = EnumSource.Mode.MATCH_NONE)
    void constants(Colour colour) {
        assertTrue(colour != Colour.RED);
    }

    @ParameterizedTest
    @EnumSource
    void constantsOfTheJdk(TimeUnit unit) {
        assertNotNull(unit);
    }

    @ParameterizedTest
    @MethodSource
    void pairs(int number, List<String> texts) {
        assertEquals(number, texts.size());
    }

    private static Stream<Arguments> pairs() {
        return Stream.of(Arguments.of(1, List.of("a")), Arguments.of(2, List.of("a", "b")), Arguments.of(0, List.of("oops")));
    }

    @ParameterizedTest
    @MethodSource("numbers")
    void primitives(int number) {
        assertTrue(number < 4);
    }

    static IntStream numbers() {
        return IntStream.range(0, 4);
    }

    @ParameterizedTest
    @ValueSource(classes = {String.class, int.class, long[].class, Colour[].class})
    void types(Class<?> type) {
        assertEquals(type != String.class, type.isPrimitive() || type.isArray());
    }

    @ParameterizedTest
    @ValueSource(strings = "01.02.2020")
    void converted(@JavaTimeConversionPattern("dd.MM.yyyy") LocalDate date) {
        assertEquals(2020, date.getYear());
    }

    @ParameterizedTest
    @CsvSource("a, b")
    void accessed(ArgumentsAccessor arguments) {
        assertEquals("b", arguments.getString(1));
    }

    @TestFactory
    DynamicNode contained(TestInfo info) {
        DynamicTest inner = DynamicTest.dynamicTest("inner", () -> assertEquals(1, 2));
        DynamicTest first = DynamicTest.dynamicTest("first", () -> assertEquals("contained", info.getTestMethod().get().getName()));
        return DynamicContainer.dynamicContainer("outer", List.of(first, DynamicContainer.dynamicContainer("in", Stream.of(inner))));
    }

    @TestFactory
    Stream<DynamicTest> made() {
        return Stream.of(1, 2).map(n -> DynamicTest.dynamicTest("n" + n, () -> assertEquals(1, n)));
    }
}
