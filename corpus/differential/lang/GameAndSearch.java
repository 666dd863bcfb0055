import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

public class GameAndSearch {
    static int queens(int n, int row, int cols, int d1, int d2) {
        if (row == n) {
            return 1;
        }
        int count = 0;
        for (int free = ~(cols | d1 | d2) & (1 << n) - 1; free != 0; free &= free - 1) {
            int bit = free & -free;
            count += queens(n, row + 1, cols | bit, (d1 | bit) << 1, (d2 | bit) >>> 1);
        }
        return count;
    }

    static boolean[][] life(boolean[][] g) {
        int h = g.length, w = g[0].length;
        boolean[][] r = new boolean[h][w];
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) {
                int n = 0;
                for (int dy = -1; dy <= 1; dy++) {
                    for (int dx = -1; dx <= 1; dx++) {
                        if ((dx | dy) != 0 && g[(y + dy + h) % h][(x + dx + w) % w]) {
                            n++;
                        }
                    }
                }
                r[y][x] = n == 3 || g[y][x] && n == 2;
            }
        }
        return r;
    }

    static int bfs(String[] maze) {
        int h = maze.length, w = maze[0].length();
        int[] dist = new int[h * w];
        Arrays.fill(dist, -1);
        ArrayDeque<Integer> q = new ArrayDeque<>();
        q.add(0);
        dist[0] = 0;
        int[][] dirs = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
        while (!q.isEmpty()) {
            int c = q.poll();
            for (int[] d : dirs) {
                int y = c / w + d[0], x = c % w + d[1];
                if (y < 0 || x < 0 || y >= h || x >= w || maze[y].charAt(x) == '#' || dist[y * w + x] >= 0) {
                    continue;
                }
                dist[y * w + x] = dist[c] + 1;
                q.add(y * w + x);
            }
        }
        return dist[h * w - 1];
    }

    record Edge(String to, int w) { }

    static Map<String, Integer> dijkstra(Map<String, List<Edge>> g, String from) {
        Map<String, Integer> dist = new HashMap<>();
        PriorityQueue<Map.Entry<String, Integer>> pq = new PriorityQueue<>(Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()));
        pq.add(Map.entry(from, 0));
        while (!pq.isEmpty()) {
            var e = pq.poll();
            if (dist.putIfAbsent(e.getKey(), e.getValue()) != null) {
                continue;
            }
            for (Edge x : g.getOrDefault(e.getKey(), List.of())) {
                pq.add(Map.entry(x.to(), e.getValue() + x.w()));
            }
        }
        return new java.util.TreeMap<>(dist);
    }

    static void permute(int[] a, int k, List<String> out) {
        if (k == a.length) {
            out.add(Arrays.toString(a));
            return;
        }
        for (int i = k; i < a.length; i++) {
            int t = a[k];
            a[k] = a[i];
            a[i] = t;
            permute(a, k + 1, out);
            a[i] = a[k];
            a[k] = t;
        }
    }

    static int lcs(String a, String b) {
        int[][] t = new int[a.length() + 1][b.length() + 1];
        for (int i = 1; i <= a.length(); i++) {
            for (int j = 1; j <= b.length(); j++) {
                t[i][j] = a.charAt(i - 1) == b.charAt(j - 1) ? t[i - 1][j - 1] + 1 : Math.max(t[i - 1][j], t[i][j - 1]);
            }
        }
        return t[a.length()][b.length()];
    }

    static void hanoi(int n, char a, char b, char c, StringBuilder sb) {
        if (n > 0) {
            hanoi(n - 1, a, c, b, sb);
            sb.append(a).append(c).append(' ');
            hanoi(n - 1, b, a, c, sb);
        }
    }

    static int ack(int m, int n) {
        return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1));
    }

    public static void main(String[] args) {
        for (int n = 1; n <= 8; n++) {
            System.out.print(queens(n, 0, 0, 0, 0) + " ");
        }
        System.out.println();
        boolean[][] g = new boolean[8][8];
        for (int[] p : new int[][] {{0, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}}) {
            g[p[0]][p[1]] = true;
        }
        for (int i = 0; i < 13; i++) {
            g = life(g);
        }
        for (boolean[] row : g) {
            StringBuilder sb = new StringBuilder();
            for (boolean c : row) {
                sb.append(c ? 'O' : '.');
            }
            System.out.println(sb);
        }
        System.out.println(bfs(new String[] {"..#....", "#.#.##.", "....#..", ".##...#", "...#..."}) + " " + bfs(new String[] {".#", "#."}));
        Map<String, List<Edge>> gr = new HashMap<>();
        for (String s : "a b 4,a c 1,c b 2,b d 5,c d 9,d e 3,f a 1".split(",")) {
            String[] p = s.split(" ");
            gr.computeIfAbsent(p[0], k -> new ArrayList<>()).add(new Edge(p[1], Integer.parseInt(p[2])));
        }
        System.out.println(dijkstra(gr, "a") + " " + dijkstra(gr, "d"));
        List<String> perms = new ArrayList<>();
        permute(new int[] {1, 2, 3, 4}, 0, perms);
        System.out.println(perms.size() + perms.get(23) + perms.hashCode());
        System.out.println(lcs("the quick brown fox", "a thick crown of wax") + " " + ack(2, 5));
        StringBuilder sb = new StringBuilder();
        hanoi(4, 'A', 'B', 'C', sb);
        System.out.println(sb);
        long[] memo = new long[91];
        for (int i = 0; i < 91; i++) {
            memo[i] = i < 2 ? i : memo[i - 1] + memo[i - 2];
        }
        System.out.println(memo[90]);
        int[] coins = {1, 5, 10, 25, 50};
        long[] ways = new long[201];
        ways[0] = 1;
        for (int c : coins) {
            for (int i = c; i <= 200; i++) {
                ways[i] += ways[i - c];
            }
        }
        System.out.println(ways[100] + " " + ways[200]);
    }
}
