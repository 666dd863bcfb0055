public class Main {
    static final ClassValue<String> names = new ClassValue<>() {
        @Override
        protected String computeValue(Class<?> type) {
            return type.getName();
        }
    };

    public static void main(String[] args) {
        new Thread(() -> names.get(String.class)).start();
        names.get(String.class);
    }
}
