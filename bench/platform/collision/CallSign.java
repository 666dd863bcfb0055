/** The name of an aircraft. */
final class CallSign {
    private final byte airline;
    private final byte flight;

    CallSign(int airline, int flight) {
        this.airline = (byte) airline;
        this.flight = (byte) flight;
    }

    /** From the two bytes that stand for it in a frame. */
    static CallSign decode(int code) {
        return new CallSign(code >> 8, code);
    }

    int encode() {
        return (airline & 0xff) << 8 | flight & 0xff;
    }

    @Override
    public boolean equals(Object object) {
        return object instanceof CallSign && ((CallSign) object).encode() == encode();
    }

    @Override
    public int hashCode() {
        return encode();
    }

    @Override
    public String toString() {
        return (char) ('A' + airline) + Integer.toString(flight & 0xff);
    }
}
