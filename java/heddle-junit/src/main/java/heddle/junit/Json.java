package heddle.junit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads JSON (RFC 8259) into maps, lists, strings, doubles, booleans and null. The extension has no dependencies that
 * could be in the way of those of the tests, so it has a reader of its own.
 */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    static Object parse(String text) {
        Json reader = new Json(text);
        Object value = reader.value();
        reader.space();
        if (reader.at < text.length()) {
            throw reader.error("the end");
        }
        return value;
    }

    private Object value() {
        space();
        switch (peek()) {
            case '{':
                return object();
            case '[':
                return array();
            case '"':
                return string();
            case 't':
                return word("true", Boolean.TRUE);
            case 'f':
                return word("false", Boolean.FALSE);
            case 'n':
                return word("null", null);
            default:
                return number();
        }
    }

    private Map<String, Object> object() {
        Map<String, Object> members = new LinkedHashMap<>();
        at++;
        for (space(); peek() != '}'; space()) {
            String key = string();
            space();
            expect(':');
            members.put(key, value());
            space();
            if (peek() != '}') {
                expect(',');
            }
        }
        at++;
        return members;
    }

    private List<Object> array() {
        List<Object> elements = new ArrayList<>();
        at++;
        for (space(); peek() != ']'; space()) {
            elements.add(value());
            space();
            if (peek() != ']') {
                expect(',');
            }
        }
        at++;
        return elements;
    }

    private String string() {
        expect('"');
        StringBuilder found = new StringBuilder();
        for (char c = next(); c != '"'; c = next()) {
            found.append(c == '\\' ? escaped() : c);
        }
        return found.toString();
    }

    private char escaped() {
        char c = next();
        switch (c) {
            case 'n':
                return '\n';
            case 't':
                return '\t';
            case 'r':
                return '\r';
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'u':
                at += 4;
                return (char) Integer.parseInt(text.substring(at - 4, at), 16);
            default:
                return c;
        }
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at)) {
            throw error(word);
        }
        at += word.length();
        return value;
    }

    private Object number() {
        int from = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String digits = text.substring(from, at);
        try {
            return digits.matches("-?\\d+") ? (Object) Long.parseLong(digits) : Double.parseDouble(digits);
        } catch (NumberFormatException e) {
            throw error("a value");
        }
    }

    private void space() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private char peek() {
        if (at >= text.length()) {
            throw error("more");
        }
        return text.charAt(at);
    }

    private char next() {
        char c = peek();
        at++;
        return c;
    }

    private void expect(char c) {
        if (peek() != c) {
            throw error("'" + c + "'");
        }
        at++;
    }

    private IllegalArgumentException error(String expected) {
        String rest = text.substring(Math.min(at, text.length()), Math.min(text.length(), at + 60));
        return new IllegalArgumentException("expected " + expected + " at " + at + " of the report: " + rest);
    }
}
