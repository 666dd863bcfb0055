public class UncaughtClassCast {
    static class Shape {
        double area() {
            return 0;
        }
    }

    static class Square extends Shape {
        final double side;

        Square(double s) {
            side = s;
        }

        @Override
        double area() {
            return side * side;
        }
    }

    static class Circle extends Shape { }

    static double sideOf(Object o) {
        Square s = (Square) o;
        return s.side;
    }

    static double total(Object[] shapes) {
        double t = 0;
        for (Object o : shapes) {
            t += sideOf(o);
            System.out.println(t);
        }
        return t;
    }

    public static void main(String[] args) {
        Object[] shapes = {new Square(2), new Square(3.5), new Circle(), new Square(1)};
        try {
            System.out.println(total(shapes));
        } catch (ArithmeticException e) {
            System.out.println("wrong handler");
        } finally {
            System.out.println("cleanup");
        }
    }
}
