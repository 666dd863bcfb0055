package com.base;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What tests in another package inherit: neither method is visible there. */
public abstract class Base {
    protected final List<String> calls = new ArrayList<>();

    @BeforeEach
    void prepare() {
        calls.add("base");
    }

    @BeforeEach
    protected void overridden() {
        calls.add("overridden");
    }

    @AfterEach
    protected void tearDown() {
        calls.add("after");
    }

    @Test
    public void inheritedTest() {
        Assertions.assertEquals(List.of("base", "own"), calls);
    }
}
