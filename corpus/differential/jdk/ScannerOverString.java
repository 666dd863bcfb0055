import java.util.InputMismatchException;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.Scanner;

public class ScannerOverString {
    public static void main(String[] args) {
        Scanner sc = new Scanner("12 -7 word 3.25 true 99999999999 0x1f\nsecond line here\n\nlast").useLocale(Locale.ROOT);
        System.out.println(sc.nextInt() + sc.nextInt() + sc.next() + sc.hasNextInt() + sc.hasNextDouble() + sc.nextDouble() + sc.nextBoolean());
        System.out.println(sc.hasNextInt() + " " + sc.hasNextLong() + " " + sc.nextLong());
        try {
            sc.nextInt();
        } catch (InputMismatchException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(sc.next() + "[" + sc.nextLine() + "][" + sc.nextLine() + "][" + sc.nextLine() + "]" + sc.hasNextLine() + sc.nextLine() + sc.hasNext());
        try {
            sc.nextLine();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        sc = new Scanner("a, b ,c").useDelimiter("\\s*,\\s*");
        while (sc.hasNext()) {
            System.out.print(sc.next() + ";");
        }
        System.out.println();
        sc = new Scanner("ff 777 -10");
        System.out.println(sc.nextInt(16) + " " + sc.nextInt(8) + " " + sc.nextByte());
        sc = new Scanner("key=value other");
        System.out.println(sc.findInLine("(\\w+)=(\\w+)") + sc.match().group(2) + sc.next());
        sc = new Scanner("1 2 3 4");
        int sum = 0;
        while (sc.hasNextInt()) {
            sum += sc.nextInt();
        }
        System.out.println(sum);
        sc = new Scanner("x1y22z").useDelimiter("[a-z]");
        System.out.println(sc.tokens().toList());
        sc = new Scanner("123456789012345678901234567890 1.5e3 1E400");
        System.out.println(sc.nextBigInteger() + " " + sc.useLocale(Locale.ROOT).nextDouble() + " " + sc.nextBigDecimal());
        sc.close();
        try {
            sc.next();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }
}
