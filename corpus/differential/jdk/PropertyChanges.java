import java.beans.*;

public class PropertyChanges {
    private int v;
    private final PropertyChangeSupport p = new PropertyChangeSupport(this);
    public int getV() {
        return v;
    }
    public void setV(int n) {
        p.firePropertyChange("v", v, v = n);
    }
    public static void main(String[] a) throws Exception {
        PropertyChanges q = new PropertyChanges();
        q.p.addPropertyChangeListener(e -> System.out.println(e.getPropertyName() + e.getOldValue()
                + e.getNewValue()));
        q.setV(3);
        q.setV(3);
        q.setV(4);
        for (PropertyDescriptor d
                : Introspector.getBeanInfo(PropertyChanges.class).getPropertyDescriptors()) System.out.println(d.getName() + d.getPropertyType());
    }
}
