import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Hash maps and array lists that grow, shrink and are walked. */
public class MapListChurn {
    public static void main(String[] args) {
        long checksum = 0;
        for (int round = 0; round < 12; round++) {
            Map<Integer, Integer> map = new HashMap<>();
            List<Integer> list = new ArrayList<>();
            for (int i = 0; i < 40_000; i++) {
                int key = (i * 7919) & 0xffff;
                map.merge(key, i, Integer::sum);
                list.add(key);
            }
            for (int i = 0; i < 40_000; i += 3) {
                map.remove((i * 7919) & 0xffff);
            }
            for (int key : list) {
                Integer value = map.get(key);
                checksum += value == null ? 1 : value;
            }
        }
        System.out.println(checksum);
    }
}
