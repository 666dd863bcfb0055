import java.util.Arrays;

public class MultiArrays {
    static int n;

    static int dim(int v) {
        System.out.print("dim" + v + " ");
        n++;
        return v;
    }

    public static void main(String[] args) {
        int[][] a = new int[3][4];
        a[1][2] = 7;
        System.out.println(Arrays.deepToString(a) + a.getClass().getName() + a[0].getClass().getName());
        long[][][] cube = new long[2][3][];
        System.out.println(cube[1].length + " " + cube[1][2] + " " + cube.getClass() + " " + cube[0].getClass());
        cube[1][2] = new long[] {5, 6};
        System.out.println(Arrays.deepToString(cube));
        String[][][][] deep = new String[1][2][1][2];
        deep[0][1][0][1] = "x";
        System.out.println(Arrays.deepToString(deep) + deep.getClass().getName());
        Object[] covariant = a;
        System.out.println(covariant.length + " " + (covariant[0] instanceof int[]) + " " + (covariant instanceof Object[]) + ((Object) a instanceof Object[][]));
        try {
            covariant[0] = new long[1];
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
        covariant[0] = new int[] {1};
        System.out.println(a[0].length);
        try {
            int[][] bad = new int[dim(2)][dim(-1)];
        } catch (NegativeArraySizeException e) {
            System.out.println(e.getMessage());
        }
        try {
            int[][] bad = new int[dim(-5)][dim(-1)];
        } catch (NegativeArraySizeException e) {
            System.out.println(e.getMessage());
        }
        try {
            int[][][] zero = new int[dim(0)][dim(-3)][];
        } catch (NegativeArraySizeException e) {
            System.out.println(e.getMessage());
        }
        int[][] empty = new int[0][5];
        System.out.println(empty.length + Arrays.deepToString(empty));
        int[][] jag = {{}, {1}, {1, 2}, null, {1, 2, 3, 4}};
        int sum = 0;
        for (int[] row : jag) {
            if (row == null) {
                continue;
            }
            for (int v : row) {
                sum += v;
            }
        }
        System.out.println(sum + Arrays.deepToString(jag));
        int[] odd[] = {{9}, {8, 7}}, plain = {3};
        System.out.println(odd[1][1] + plain[0]);
        boolean[][] grid = new boolean[5][5];
        for (int i = 0; i < 25; i += 3) {
            grid[i / 5][i % 5] ^= true;
        }
        StringBuilder sb = new StringBuilder();
        for (boolean[] r : grid) {
            for (boolean c : r) {
                sb.append(c ? '#' : '.');
            }
            sb.append('/');
        }
        System.out.println(sb);
        char[][] cs = {"abc".toCharArray(), new char[2]};
        System.out.println(cs[0].length + " " + (int) cs[1][1] + new String(cs[0]));
        int[][] clone = jag.clone();
        clone[1][0] = 100;
        clone[2] = new int[0];
        System.out.println(jag[1][0] + " " + jag[2].length + " " + (clone.getClass() == jag.getClass()));
        double[][] mat = new double[3][3];
        double[][] id = new double[3][3];
        for (int i = 0; i < 3; i++) {
            id[i][i] = 2;
            for (int j = 0; j < 3; j++) {
                mat[i][j] = i * 3 + j;
            }
        }
        double[][] out = new double[3][3];
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                for (int k = 0; k < 3; k++) {
                    out[i][j] += mat[i][k] * id[k][j];
                }
            }
        }
        System.out.println(Arrays.deepToString(out));
        Object[][] mixed = {{1, "a", 'c'}, {null, 2.5, new int[] {1}}, new String[] {"s"}};
        System.out.println(Arrays.deepToString(mixed) + mixed[2].getClass().getSimpleName());
        try {
            mixed[2][0] = 5;
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage() + n);
        }
        int[][][] part = new int[2][][];
        part[0] = new int[][] {{1}};
        System.out.println(Arrays.deepToString(part) + Arrays.equals(part[0], new int[][] {{1}}) + Arrays.deepEquals(part[0], new int[][] {{1}}));
    }
}
