import java.util.*;

public class ClassResourceBundles {
    public static class Res extends ListResourceBundle {
        protected Object[][] getContents() {
            return new Object[][] {{"hello", "Hello {0}"}};
        }
    }
    public static class Res_de extends ListResourceBundle {
        protected Object[][] getContents() {
            return new Object[][] {{"hello", "Hallo {0}"}};
        }
    }
    public static void main(String[] a) {
        for (Locale l : new Locale[] {Locale.GERMANY, Locale.ROOT,
                Locale.FRENCH}) System.out.println(java.text.MessageFormat.format(ResourceBundle.getBundle("ClassResourceBundles$Res", l).getString("hello"), "x"));
    }
}
