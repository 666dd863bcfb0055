// jdk: 21+
public class EnumQualifiedSwitch {
    sealed interface Card permits Suit, Joker { }

    enum Suit implements Card { CLUBS, HEARTS, SPADES }

    enum Joker implements Card { BIG { @Override String sound() { return "HA"; } }, SMALL; String sound() { return "ha"; } }

    interface Marker { }

    enum Level implements Marker { LOW, HIGH }

    static final class Free implements Marker { }

    static String card(Card c) {
        return switch (c) {
            case Suit.CLUBS -> "c";
            case Suit.HEARTS -> "h";
            case Suit.SPADES -> "s";
            case Joker.BIG -> "J" + Joker.BIG.sound();
            case Joker j -> "j" + j.sound();
        };
    }

    static int mixed(Object o) {
        return switch (o) {
            case Level.LOW -> 1;
            case Level l when l.ordinal() > 5 -> 99;
            case Level.HIGH -> 2;
            case Suit.CLUBS -> 3;
            case Suit s -> 4 + s.ordinal();
            case Marker m -> 10;
            default -> 0;
        };
    }

    static String qualified(Level l) {
        switch (l) {
            case Level.LOW:
                return "low";
            case HIGH:
                return "high";
        }
        return "none";
    }

    static String nullable(Suit s) {
        return switch (s) {
            case null -> "null";
            case CLUBS, SPADES -> "black";
            case HEARTS -> "red";
        };
    }

    static int nested(Card a, Card b) {
        return switch (a) {
            case Suit x -> switch (b) {
                case Suit y -> x.compareTo(y);
                case Joker y -> -100;
            };
            case Joker x -> switch (b) {
                case Suit y -> 100;
                case Joker y -> x.compareTo(y) * 10;
            };
        };
    }

    public static void main(String[] args) {
        for (Card c : new Card[] {Suit.CLUBS, Suit.HEARTS, Suit.SPADES, Joker.BIG, Joker.SMALL}) {
            System.out.print(card(c) + " ");
        }
        System.out.println();
        for (Object o : new Object[] {Level.LOW, Level.HIGH, Suit.CLUBS, Suit.HEARTS, Suit.SPADES, Joker.BIG, new Free(), "x"}) {
            System.out.print(mixed(o) + " ");
        }
        System.out.println();
        System.out.println(qualified(Level.LOW) + qualified(Level.HIGH) + nullable(null) + nullable(Suit.CLUBS) + nullable(Suit.HEARTS));
        Card[] all = {Suit.CLUBS, Suit.SPADES, Joker.BIG, Joker.SMALL};
        for (Card a : all) {
            for (Card b : all) {
                System.out.print(nested(a, b) + " ");
            }
        }
        System.out.println();
        try {
            card(null);
        } catch (NullPointerException e) {
            System.out.println("npe");
        }
        try {
            qualified(null);
        } catch (NullPointerException e) {
            System.out.println("npe");
        }
    }
}
