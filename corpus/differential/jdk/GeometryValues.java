import java.awt.*;
import java.awt.geom.*;

public class GeometryValues {
    public static void main(String[] a) {
        System.out.println(new Point(1, 2) + " " + new Rectangle(0, 0, 5, 5).intersects(new Rectangle(4, 4, 2, 2))
                + new Dimension(3, 4));
        System.out.println(new Color(255, 0, 10) + " " + Color.RED.darker());
        System.out.println(AffineTransform.getRotateInstance(Math.PI / 2).transform(new Point2D.Double(1, 0), null));
        System.out.println(new Line2D.Double(0, 0, 1, 1).ptLineDist(1, 0));
    }
}
