import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;

public class PropertiesText {
    static String esc(String s) {
        return s.replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r");
    }

    public static void main(String[] args) throws IOException {
        Properties p = new Properties();
        p.load(new StringReader(String.join("\n", "# comment", "! another", "a=1", "b : two words  ", "c three", "  d   =  indented", "e", "f=", "multi=one,\\", "    two,\\", "  three", "esc\\:key\\==v\\tal\\\\ue\\n", "uni=\\u0041\\u00e9", "sp\\ ace=x", "dup=1", "dup=2", "", "   ", "trail=x\\", "")));
        for (String k : new TreeSet<>(p.stringPropertyNames())) {
            StringBuilder sb = new StringBuilder();
            for (char c : p.getProperty(k).toCharArray()) {
                sb.append(c < 127 ? "" + c : "<" + (int) c + ">");
            }
            System.out.println("[" + esc(k) + "]=[" + esc(sb.toString()) + "]");
        }
        System.out.println(p.getProperty("missing") + p.getProperty("missing", "def") + p.size() + p.containsKey("a") + p.setProperty("a", "9") + p.getProperty("a"));
        Properties child = new Properties(p);
        child.setProperty("own", "o");
        child.setProperty("b", "override");
        System.out.println(child.getProperty("a") + child.getProperty("b") + child.get("a") + child.size() + child.stringPropertyNames().size() + child.getProperty("own"));
        child.put("num", 5);
        System.out.println(child.getProperty("num") + child.get("num"));
        Properties one = new Properties();
        one.setProperty("key =:#!", " lead\ttab\nnl\\ \u00e9#");
        StringWriter w = new StringWriter();
        one.store(w, null);
        for (String line : w.toString().split("\n")) {
            if (!line.startsWith("#")) {
                StringBuilder sb = new StringBuilder();
                for (char c : line.toCharArray()) {
                    sb.append(c < 127 ? "" + c : "<" + (int) c + ">");
                }
                System.out.println(sb.toString().trim());
            }
        }
        Properties back = new Properties();
        back.load(new StringReader(w.toString()));
        System.out.println(back.equals(one) + " " + back.size());
        try {
            p.load(new StringReader("bad=\\u00zz"));
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            p.setProperty(null, "x");
        } catch (NullPointerException e) {
            System.out.println("npe");
        }
        TreeMap<Object, Object> sorted = new TreeMap<>();
        one.clear();
        one.putAll(java.util.Map.of("x", "1", "y", "2"));
        one.forEach(sorted::put);
        one.replaceAll((k, v) -> v + "!");
        one.merge("x", "?", (a, b) -> "" + a + b);
        System.out.println(sorted + one.getProperty("x") + one.computeIfAbsent("z", k -> "zz") + one.remove("y") + one.keySet().size());
    }
}
