/** Spectral norm of an infinite matrix: calls, loops and division. */
public class SpectralNorm {
    static double element(int i, int j) {
        return 1.0 / ((i + j) * (i + j + 1) / 2 + i + 1);
    }

    static void multiply(double[] v, double[] out, boolean transposed) {
        for (int i = 0; i < v.length; i++) {
            double sum = 0;
            for (int j = 0; j < v.length; j++) {
                sum += (transposed ? element(j, i) : element(i, j)) * v[j];
            }
            out[i] = sum;
        }
    }

    public static void main(String[] args) {
        int n = 600;
        double[] u = new double[n];
        double[] v = new double[n];
        double[] t = new double[n];
        java.util.Arrays.fill(u, 1);
        for (int i = 0; i < 10; i++) {
            multiply(u, t, false);
            multiply(t, v, true);
            multiply(v, t, false);
            multiply(t, u, true);
        }
        double vbv = 0;
        double vv = 0;
        for (int i = 0; i < n; i++) {
            vbv += u[i] * v[i];
            vv += v[i] * v[i];
        }
        System.out.println(Math.sqrt(vbv / vv));
    }
}
