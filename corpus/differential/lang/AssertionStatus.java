/** Class loaders decide whether assertions are on, until a class is initialised. */
public class AssertionStatus {
    static class Off {
        static String check() {
            try {
                assert false;
                return "off";
            } catch (AssertionError e) {
                return "on";
            }
        }
    }

    static class On {
        static String check() {
            try {
                assert false;
                return "off";
            } catch (AssertionError e) {
                return "on";
            }
        }
    }

    public static void main(String[] args) {
        ClassLoader loader = AssertionStatus.class.getClassLoader();
        loader.setDefaultAssertionStatus(false);
        loader.setClassAssertionStatus("AssertionStatus$On", true);
        System.out.println(Off.class.desiredAssertionStatus() + " " + On.class.desiredAssertionStatus());
        System.out.println(Off.check() + " " + On.check());
        loader.setPackageAssertionStatus("java.lang", true);
        System.out.println(String.class.desiredAssertionStatus());
        loader.clearAssertionStatus();
        System.out.println(AssertionStatus.class.desiredAssertionStatus() + " " + On.check());
    }
}
