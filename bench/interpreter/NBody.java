/** Five bodies under gravity: floating point and field accesses. */
public class NBody {
    static final class Body {
        double x, y, z, vx, vy, vz;
        final double mass;

        Body(double x, double y, double z, double vx, double vy, double vz, double mass) {
            this.x = x;
            this.y = y;
            this.z = z;
            this.vx = vx;
            this.vy = vy;
            this.vz = vz;
            this.mass = mass;
        }
    }

    static final Body[] BODIES = {
        new Body(0, 0, 0, 0, 0, 0, 39.0),
        new Body(4.8, -1.2, -0.1, 0.6, 2.8, -0.02, 0.037),
        new Body(8.3, 4.1, -0.4, -1.0, 1.8, 0.008, 0.011),
        new Body(12.9, -15.1, -0.2, 1.1, 0.9, -0.01, 0.0017),
        new Body(15.4, -25.9, 0.2, 1.0, 0.6, -0.03, 0.002),
    };

    static void advance(double dt) {
        for (int i = 0; i < BODIES.length; i++) {
            Body a = BODIES[i];
            for (int j = i + 1; j < BODIES.length; j++) {
                Body b = BODIES[j];
                double dx = a.x - b.x;
                double dy = a.y - b.y;
                double dz = a.z - b.z;
                double distance = dx * dx + dy * dy + dz * dz;
                double force = dt / (distance * Math.sqrt(distance));
                a.vx -= dx * b.mass * force;
                a.vy -= dy * b.mass * force;
                a.vz -= dz * b.mass * force;
                b.vx += dx * a.mass * force;
                b.vy += dy * a.mass * force;
                b.vz += dz * a.mass * force;
            }
        }
        for (Body body : BODIES) {
            body.x += dt * body.vx;
            body.y += dt * body.vy;
            body.z += dt * body.vz;
        }
    }

    public static void main(String[] args) {
        for (int step = 0; step < 500_000; step++) {
            advance(0.001);
        }
        System.out.println(BODIES[0].x + " " + BODIES[4].vz);
    }
}
