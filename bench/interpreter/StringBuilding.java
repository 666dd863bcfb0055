/** Strings put together piece by piece and hashed. */
public class StringBuilding {
    public static void main(String[] args) {
        int hash = 0;
        for (int round = 0; round < 1600; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 300; i++) {
                text.append(i).append(',').append("item").append(i * 31L).append(';');
            }
            String line = "round " + round + ": " + text.length();
            hash = hash * 31 + text.toString().hashCode() + line.hashCode();
        }
        System.out.println(hash);
    }
}
