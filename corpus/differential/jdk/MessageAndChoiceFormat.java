import java.text.ChoiceFormat;
import java.text.FieldPosition;
import java.text.MessageFormat;
import java.text.ParseException;
import java.util.Arrays;
import java.util.Locale;

public class MessageAndChoiceFormat {
    static String f(String p, Object... args) {
        try {
            return new MessageFormat(p, Locale.US).format(args);
        } catch (IllegalArgumentException e) {
            return "IAE " + e.getMessage();
        }
    }

    public static void main(String[] args) throws ParseException {
        System.out.println(f("hello {0}, you are {1}", "bob", 5));
        System.out.println(f("{1} {0} {1} {2}", "a", "b"));
        System.out.println(f("{0}", 1234567) + " " + f("{0}", 1234.5678) + " " + f("{0,number,integer}", 1234.5) + " " + f("{0,number,percent}", 0.256) + " " + f("{0,number,#.##}", 3.14159) + " " + f("{0,number,currency}", 12.5));
        System.out.println(f("it''s '{0}' {0}", "q") + f("'quoted {0}' {0}", 1) + f("no args") + f("{0}{0}", (Object) null));
        System.out.println(f("{0,choice,0#no files|1#one file|1<{0} files}", 0) + ", " + f("{0,choice,0#no files|1#one file|1<{0} files}", 1) + ", " + f("{0,choice,0#no files|1#one file|1<{0,number,integer} files}", 1500));
        System.out.println(f("{") + " | " + f("{x}") + " | " + f("{-1}") + " | " + f("{0,bogus}", 1) + " | " + f("}") + " | " + f("{0"));
        MessageFormat mf = new MessageFormat("{0}:{1,number}", Locale.US);
        System.out.println(Arrays.toString(mf.parse("key:1,234")) + mf.toPattern() + mf.getFormats().length);
        try {
            mf.parse("nothing");
        } catch (ParseException e) {
            System.out.println(e.getMessage() + e.getErrorOffset());
        }
        StringBuffer sb = new StringBuffer("pre ");
        mf.format(new Object[] {"k", 9}, sb, new FieldPosition(0));
        System.out.println(sb + " " + mf.equals(new MessageFormat("{0}:{1,number}", Locale.US)));
        ChoiceFormat cf = new ChoiceFormat(new double[] {-1, 0, 1, 10}, new String[] {"neg", "zero", "some", "many"});
        for (double d : new double[] {-5, -1, -0.5, 0, 0.99, 1, 9.99, 10, 1e9, Double.NaN}) {
            System.out.print(cf.format(d) + " ");
        }
        System.out.println(cf.toPattern() + " " + cf.parse("some") + " " + ChoiceFormat.nextDouble(1.0) + ChoiceFormat.previousDouble(1.0));
        System.out.println(MessageFormat.format("static {0} {1}", true, 'c') + new ChoiceFormat("0#a|5#b").format(4.9));
    }
}
