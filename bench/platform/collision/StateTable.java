import java.util.Enumeration;
import java.util.Hashtable;
import java.util.Vector;

/** Where each aircraft was last seen. */
final class StateTable {
    private final Hashtable<CallSign, Vector3> positions = new Hashtable<>();

    /** Notes where an aircraft is; where it was before, or null if it is new. */
    Vector3 update(CallSign callSign, Vector3 position) {
        return positions.put(callSign, position);
    }

    /** Forgets the aircraft that are not in the list. */
    void retain(Vector<CallSign> seen) {
        Vector<CallSign> gone = new Vector<>();
        for (Enumeration<CallSign> known = positions.keys(); known.hasMoreElements();) {
            CallSign callSign = known.nextElement();
            if (!seen.contains(callSign)) {
                gone.addElement(callSign);
            }
        }
        for (int index = 0; index < gone.size(); index++) {
            positions.remove(gone.elementAt(index));
        }
    }

    int size() {
        return positions.size();
    }
}
