public class TextBlocks {
    static void show(String s) {
        StringBuilder sb = new StringBuilder("[");
        for (char c : s.toCharArray()) {
            if (c == '\n') {
                sb.append("\\n");
            } else if (c == '\t') {
                sb.append("\\t");
            } else if (c < ' ' || c > '~') {
                sb.append("\\u").append(String.format("%04x", (int) c));
            } else {
                sb.append(c);
            }
        }
        System.out.println(sb.append("] ").append(s.length()));
    }

    static final String K = """
        constant""" + "!";

    public static void main(String[] args) {
        show("""
            hello
              indented
            back
            """);
        show("""
            no newline at end""");
        show("""
                deep
            shallow
          """);
        show("""
            trailing spaces are cut   
            kept by escape  \s
            joined \
            line
            """);
        show("""
            "quotes" and ""double"" and \""" triple
            """);
        show("""
            tab\there \\ backslash \101 octal \u0042
            """);
        show("""
            
            blank lines

            stay
            """);
        show("""
            """);
        show("""
            \n\n escaped newlines
            \0 null char""");
        show("""
            {"json": [1, 2, "%s"], 'x': %d}
            """.formatted("a\tb", 42));
        show(K);
        System.out.println(K == "constant!");
        show("""
            a
            b""".lines().map(String::toUpperCase).reduce("", (x, y) -> x + "/" + y));
        show("  x\n    y\n  z".stripIndent());
        show("  x\n    y\n ".stripIndent());
        show("a\\tb\\n\\101\\s\\\\".translateEscapes());
        show("a\nb\n\nc".indent(2));
        show("    a\n  b\n".indent(-3));
        show("x".indent(0));
        show("""
            <a>
            \t<b/>
            </a>""".indent(1).strip());
        String name = "concat";
        show("""
            before
            """ + name + """
            
            after""");
        show("r\r\nn\rx".indent(1));
    }
}
