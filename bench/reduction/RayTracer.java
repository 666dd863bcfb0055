import java.util.ArrayList;
import java.util.List;

/**
 * Renders a small scene of spheres and a floor: rows of the picture are handed out to workers, who
 * add what they saw to a common checksum. The scene is never changed once it is built.
 *
 * <p>The argument is the number of workers.
 */
public class RayTracer {
    /** A point or direction in space; immutable. */
    static final class Vec {
        final double x;
        final double y;
        final double z;

        Vec(double x, double y, double z) {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        Vec plus(Vec other) {
            return new Vec(x + other.x, y + other.y, z + other.z);
        }

        Vec minus(Vec other) {
            return new Vec(x - other.x, y - other.y, z - other.z);
        }

        Vec times(double factor) {
            return new Vec(x * factor, y * factor, z * factor);
        }

        double dot(Vec other) {
            return x * other.x + y * other.y + z * other.z;
        }

        Vec unit() {
            return times(1 / Math.sqrt(dot(this)));
        }

        Vec mirroredAt(Vec normal) {
            return minus(normal.times(2 * dot(normal)));
        }
    }

    /** A half line. */
    static final class Ray {
        final Vec origin;
        final Vec direction;

        Ray(Vec origin, Vec direction) {
            this.origin = origin;
            this.direction = direction;
        }

        Vec at(double distance) {
            return origin.plus(direction.times(distance));
        }
    }

    /** Linear colour. */
    static final class Colour {
        static final Colour BLACK = new Colour(0, 0, 0);
        final double red;
        final double green;
        final double blue;

        Colour(double red, double green, double blue) {
            this.red = red;
            this.green = green;
            this.blue = blue;
        }

        Colour plus(Colour other) {
            return new Colour(red + other.red, green + other.green, blue + other.blue);
        }

        Colour scaled(double by) {
            return new Colour(red * by, green * by, blue * by);
        }

        Colour filtered(Colour by) {
            return new Colour(red * by.red, green * by.green, blue * by.blue);
        }

        int packed() {
            return channel(red) << 16 | channel(green) << 8 | channel(blue);
        }

        private static int channel(double value) {
            return (int) (255 * Math.max(0, Math.min(1, value)));
        }
    }

    /** How a surface answers light. */
    static final class Material {
        final Colour colour;
        final double diffuse;
        final double mirror;

        Material(Colour colour, double diffuse, double mirror) {
            this.colour = colour;
            this.diffuse = diffuse;
            this.mirror = mirror;
        }
    }

    /** Where a ray met a surface. */
    static final class Hit {
        final double distance;
        final Vec point;
        final Vec normal;
        final Material material;

        Hit(double distance, Vec point, Vec normal, Material material) {
            this.distance = distance;
            this.point = point;
            this.normal = normal;
            this.material = material;
        }
    }

    /** Anything that a ray can meet. */
    abstract static class Surface {
        final Material material;

        Surface(Material material) {
            this.material = material;
        }

        abstract Hit meet(Ray ray);
    }

    static final class Sphere extends Surface {
        final Vec centre;
        final double radius;

        Sphere(Vec centre, double radius, Material material) {
            super(material);
            this.centre = centre;
            this.radius = radius;
        }

        @Override
        Hit meet(Ray ray) {
            Vec toCentre = centre.minus(ray.origin);
            double along = toCentre.dot(ray.direction);
            double off = toCentre.dot(toCentre) - along * along;
            double inside = radius * radius - off;
            if (inside < 0) {
                return null;
            }
            double distance = along - Math.sqrt(inside);
            if (distance < 1e-6) {
                return null;
            }
            Vec point = ray.at(distance);
            return new Hit(distance, point, point.minus(centre).unit(), material);
        }
    }

    static final class Floor extends Surface {
        final double height;

        Floor(double height, Material material) {
            super(material);
            this.height = height;
        }

        @Override
        Hit meet(Ray ray) {
            if (Math.abs(ray.direction.y) < 1e-9) {
                return null;
            }
            double distance = (height - ray.origin.y) / ray.direction.y;
            if (distance < 1e-6) {
                return null;
            }
            return new Hit(distance, ray.at(distance), new Vec(0, 1, 0), material);
        }
    }

    static final class Light {
        final Vec place;
        final Colour colour;

        Light(Vec place, Colour colour) {
            this.place = place;
            this.colour = colour;
        }
    }

    /** Surfaces and lights; filled by one thread, read by all. */
    static final class Scene {
        private final List<Surface> surfaces = new ArrayList<>();
        private final List<Light> lights = new ArrayList<>();

        void add(Surface surface) {
            surfaces.add(surface);
        }

        void add(Light light) {
            lights.add(light);
        }

        Hit nearest(Ray ray) {
            Hit best = null;
            for (Surface surface : surfaces) {
                Hit hit = surface.meet(ray);
                if (hit != null && (best == null || hit.distance < best.distance)) {
                    best = hit;
                }
            }
            return best;
        }

        Colour colourSeenBy(Ray ray, int bounces) {
            Hit hit = nearest(ray);
            if (hit == null) {
                return Colour.BLACK;
            }
            Colour sum = Colour.BLACK;
            for (Light light : lights) {
                Vec towards = light.place.minus(hit.point);
                double distance = Math.sqrt(towards.dot(towards));
                Vec direction = towards.times(1 / distance);
                Hit blocker = nearest(new Ray(hit.point, direction));
                if (blocker == null || blocker.distance > distance) {
                    double cosine = Math.max(0, direction.dot(hit.normal));
                    sum = sum.plus(light.colour.filtered(hit.material.colour).scaled(cosine * hit.material.diffuse));
                }
            }
            if (bounces > 0 && hit.material.mirror > 0) {
                Ray mirrored = new Ray(hit.point, ray.direction.mirroredAt(hit.normal));
                sum = sum.plus(colourSeenBy(mirrored, bounces - 1).scaled(hit.material.mirror));
            }
            return sum;
        }
    }

    /** Hands out the rows of the picture, each once. */
    static final class Rows {
        private final int count;
        private int next;

        Rows(int count) {
            this.count = count;
        }

        synchronized int take() {
            return next < count ? next++ : -1;
        }
    }

    /** The picture: a row is written by the one worker who took it. */
    static final class Picture {
        private final int[][] pixels;

        Picture(int width, int height) {
            pixels = new int[height][width];
        }

        int width() {
            return pixels[0].length;
        }

        int height() {
            return pixels.length;
        }

        void set(int row, int column, int colour) {
            pixels[row][column] = colour;
        }

        long sum() {
            long sum = 0;
            for (int[] row : pixels) {
                for (int pixel : row) {
                    sum = sum * 31 + pixel;
                }
            }
            return sum;
        }
    }

    /** Adds up what all workers saw, in whatever order. */
    static final class Checksum {
        private long value;
        private int rows;

        synchronized void add(long part) {
            value += part;
            rows++;
        }

        synchronized long value() {
            return value;
        }

        synchronized int rows() {
            return rows;
        }
    }

    static final class Worker extends Thread {
        private final Scene scene;
        private final Rows rows;
        private final Picture picture;
        private final Checksum checksum;
        private int rendered;

        Worker(Scene scene, Rows rows, Picture picture, Checksum checksum) {
            this.scene = scene;
            this.rows = rows;
            this.picture = picture;
            this.checksum = checksum;
        }

        @Override
        public void run() {
            for (int row = rows.take(); row >= 0; row = rows.take()) {
                long part = 0;
                for (int column = 0; column < picture.width(); column++) {
                    int colour = render(row, column);
                    picture.set(row, column, colour);
                    part += colour;
                }
                checksum.add(part);
                rendered++;
            }
        }

        private int render(int row, int column) {
            double x = (column + 0.5) / picture.width() - 0.5;
            double y = 0.5 - (row + 0.5) / picture.height();
            Ray ray = new Ray(new Vec(0, 0, -3), new Vec(x, y, 1).unit());
            return scene.colourSeenBy(ray, 1).packed();
        }

        int rendered() {
            return rendered;
        }
    }

    static Scene scene() {
        Scene scene = new Scene();
        scene.add(new Sphere(new Vec(0, 0, 1), 1, new Material(new Colour(1, 0.4, 0.3), 0.8, 0.2)));
        scene.add(new Floor(-1, new Material(new Colour(0.5, 0.6, 0.5), 0.9, 0)));
        scene.add(new Light(new Vec(3, 4, -3), new Colour(1, 1, 1)));
        return scene;
    }

    public static void main(String[] args) throws InterruptedException {
        int workers = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        Scene scene = scene();
        Picture picture = new Picture(2, 3);
        Rows rows = new Rows(picture.height());
        Checksum checksum = new Checksum();
        Worker[] crew = new Worker[workers];
        for (int w = 0; w < workers; w++) {
            crew[w] = new Worker(scene, rows, picture, checksum);
            crew[w].start();
        }
        int rendered = 0;
        for (Worker worker : crew) {
            worker.join();
            rendered += worker.rendered();
        }
        if (rendered != picture.height() || checksum.rows() != rendered) {
            throw new AssertionError(rendered + " rows");
        }
        if (picture.sum() == 0 || checksum.value() == 0) {
            throw new AssertionError("a black picture");
        }
    }
}
