/** Two classes whose initialisers need each other, entered from both sides. */
public class Main {
    static volatile boolean done;

    public static void main(String[] args) {
        new Thread(Left::touch).start();
        Right.touch();
        done = true;
    }
}

class Left {
    static int value;

    static {
        Right.touch();
        value = 1;
    }

    static void touch() {
    }
}

class Right {
    static int value;

    static {
        Left.touch();
        value = 1;
    }

    static void touch() {
    }
}
