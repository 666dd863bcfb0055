package heddle.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTest {
    @Test
    void reads() {
        assertEquals(
                Map.of("a", Arrays.asList(1L, -2.5, true, null), "b", Map.of(), "c", "x\n\"\u00e9\\"),
                Json.parse(" {\"a\": [1, -2.5, true, null], \"b\": {}, \"c\": \"x\\n\\\"\\u00e9\\\\\"} "));
        assertEquals(List.of(), Json.parse("[]"));
    }

    @Test
    void refusesWhatIsNotJson() {
        for (String text : List.of("", "{", "[1", "nul", "{} x", "\"a", "{\"a\" 1}")) {
            assertThrows(IllegalArgumentException.class, () -> Json.parse(text), text);
        }
    }
}
