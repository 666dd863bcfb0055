import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public class JsonRoundTrip {
    static class ParseError extends Exception {
        ParseError(String m, int at) {
            super(m + " at " + at);
        }
    }

    private final String s;
    private int p;

    JsonRoundTrip(String s) {
        this.s = s;
    }

    static Object parse(String s) throws ParseError {
        JsonRoundTrip j = new JsonRoundTrip(s);
        Object v = j.value();
        j.ws();
        if (j.p != s.length()) {
            throw new ParseError("trailing", j.p);
        }
        return v;
    }

    private void ws() {
        while (p < s.length() && Character.isWhitespace(s.charAt(p))) {
            p++;
        }
    }

    private char peek() throws ParseError {
        ws();
        if (p >= s.length()) {
            throw new ParseError("end", p);
        }
        return s.charAt(p);
    }

    private void expect(char c) throws ParseError {
        if (peek() != c) {
            throw new ParseError("expected '" + c + "' got '" + s.charAt(p) + "'", p);
        }
        p++;
    }

    private Object value() throws ParseError {
        char c = peek();
        switch (c) {
            case '{': {
                Map<String, Object> m = new LinkedHashMap<>();
                p++;
                if (peek() == '}') {
                    p++;
                    return m;
                }
                do {
                    String k = string();
                    expect(':');
                    if (m.put(k, value()) != null) {
                        throw new ParseError("duplicate " + k, p);
                    }
                } while (more('}'));
                return m;
            }
            case '[': {
                List<Object> l = new ArrayList<>();
                p++;
                if (peek() == ']') {
                    p++;
                    return l;
                }
                do {
                    l.add(value());
                } while (more(']'));
                return l;
            }
            case '"':
                return string();
            default:
                for (String w : new String[] {"true", "false", "null"}) {
                    if (s.startsWith(w, p)) {
                        p += w.length();
                        return w.equals("null") ? null : (Object) Boolean.valueOf(w);
                    }
                }
                int start = p;
                while (p < s.length() && "+-.eE0123456789".indexOf(s.charAt(p)) >= 0) {
                    p++;
                }
                String n = s.substring(start, p);
                try {
                    return n.matches("-?\\d+") ? (Object) Long.parseLong(n) : (Object) Double.parseDouble(n);
                } catch (NumberFormatException e) {
                    throw new ParseError("number '" + n + "'", start);
                }
        }
    }

    private boolean more(char end) throws ParseError {
        char c = peek();
        p++;
        if (c == ',') {
            return true;
        }
        if (c == end) {
            return false;
        }
        throw new ParseError("expected , or " + end, p - 1);
    }

    private String string() throws ParseError {
        expect('"');
        StringBuilder sb = new StringBuilder();
        while (true) {
            if (p >= s.length()) {
                throw new ParseError("unterminated", p);
            }
            char c = s.charAt(p++);
            if (c == '"') {
                return sb.toString();
            }
            if (c == '\\') {
                c = s.charAt(p++);
                switch (c) {
                    case 'n' -> sb.append('\n');
                    case 't' -> sb.append('\t');
                    case 'u' -> {
                        sb.append((char) Integer.parseInt(s.substring(p, p + 4), 16));
                        p += 4;
                    }
                    default -> sb.append(c);
                }
            } else {
                sb.append(c);
            }
        }
    }

    static void write(Object o, StringBuilder sb) {
        if (o instanceof Map<?, ?> m) {
            sb.append('{');
            String sep = "";
            for (Map.Entry<?, ?> e : m.entrySet()) {
                sb.append(sep);
                write(e.getKey(), sb);
                sb.append(':');
                write(e.getValue(), sb);
                sep = ",";
            }
            sb.append('}');
        } else if (o instanceof List<?> l) {
            sb.append('[');
            for (int i = 0; i < l.size(); i++) {
                if (i > 0) {
                    sb.append(',');
                }
                write(l.get(i), sb);
            }
            sb.append(']');
        } else if (o instanceof String s) {
            sb.append('"');
            for (char c : s.toCharArray()) {
                if (c < 32 || c > 126) {
                    sb.append(String.format("\\u%04x", (int) c));
                } else if (c == '"' || c == '\\') {
                    sb.append('\\').append(c);
                } else {
                    sb.append(c);
                }
            }
            sb.append('"');
        } else {
            sb.append(o);
        }
    }

    public static void main(String[] args) {
        String[] docs = {"{\"a\": [1, -2.5, 1e3, true, false, null], \"b\": {\"nested\": {\"deep\": []}}, \"\": \"\"}", "[]", "  {  } ", "\"str\\n\\t\\\"q\\\" \\u00e9 \\u4e2d\"", "[[[[[[1]]]]]]", "123456789012", "-0.0", "12345678901234567890", "[1,]", "{\"a\" 1}", "{\"a\":1,\"a\":2}", "[1 2]", "\"open", "", "tru", "{\"k\":}", "[1]x", "1.2.3", "{1:2}"};
        for (String d : docs) {
            try {
                Object o = parse(d);
                StringBuilder sb = new StringBuilder();
                write(o, sb);
                Object again = parse(sb.toString());
                System.out.println(sb + " " + (o == null ? "null" : o.getClass().getSimpleName()) + " " + java.util.Objects.equals(o, again));
            } catch (ParseError e) {
                System.out.println("error " + e.getMessage());
            }
        }
    }
}
