import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class InterpreterInJava {
    enum Op { PUSH, ADD, SUB, MUL, DIV, LOAD, STORE, JMP, JZ, PRINT, CALL, RET, DUP, LT, HALT }

    record Ins(Op op, int arg) {
        @Override
        public String toString() {
            return op + (arg == 0 ? "" : " " + arg);
        }
    }

    static class VmException extends RuntimeException {
        final int pc;

        VmException(String m, int pc, Throwable cause) {
            super(m + " at " + pc, cause);
            this.pc = pc;
        }
    }

    static class Asm {
        final List<Ins> code = new ArrayList<>();
        final Map<String, Integer> labels = new HashMap<>();
        final Map<Integer, String> fixups = new HashMap<>();

        Asm parse(String src) {
            for (String line : src.split("\n")) {
                line = line.replaceAll(";.*", "").trim();
                if (line.isEmpty()) {
                    continue;
                }
                if (line.endsWith(":")) {
                    labels.put(line.substring(0, line.length() - 1), code.size());
                    continue;
                }
                String[] p = line.split("\\s+");
                Op op = Op.valueOf(p[0].toUpperCase());
                int arg = 0;
                if (p.length > 1) {
                    try {
                        arg = Integer.parseInt(p[1]);
                    } catch (NumberFormatException e) {
                        fixups.put(code.size(), p[1]);
                    }
                }
                code.add(new Ins(op, arg));
            }
            fixups.forEach((i, l) -> {
                Integer t = labels.get(l);
                if (t == null) {
                    throw new IllegalArgumentException("label " + l);
                }
                code.set(i, new Ins(code.get(i).op(), t));
            });
            return this;
        }
    }

    static String run(List<Ins> code, int limit) {
        Deque<Integer> st = new ArrayDeque<>();
        Deque<Integer> calls = new ArrayDeque<>();
        int[] mem = new int[8];
        StringBuilder out = new StringBuilder();
        int pc = 0;
        int steps = 0;
        while (true) {
            if (++steps > limit) {
                throw new VmException("limit", pc, null);
            }
            Ins i = code.get(pc++);
            try {
                switch (i.op()) {
                    case PUSH -> st.push(i.arg());
                    case ADD -> st.push(st.pop() + st.pop());
                    case SUB -> {
                        int b = st.pop();
                        st.push(st.pop() - b);
                    }
                    case MUL -> st.push(st.pop() * st.pop());
                    case DIV -> {
                        int b = st.pop();
                        st.push(st.pop() / b);
                    }
                    case LOAD -> st.push(mem[i.arg()]);
                    case STORE -> mem[i.arg()] = st.pop();
                    case JMP -> pc = i.arg();
                    case JZ -> pc = st.pop() == 0 ? i.arg() : pc;
                    case PRINT -> out.append(st.pop()).append(' ');
                    case CALL -> {
                        calls.push(pc);
                        pc = i.arg();
                    }
                    case RET -> pc = calls.pop();
                    case DUP -> st.push(st.peek());
                    case LT -> {
                        int b = st.pop();
                        st.push(st.pop() < b ? 1 : 0);
                    }
                    case HALT -> {
                        return out + "steps=" + steps + " stack=" + st;
                    }
                }
            } catch (ArithmeticException | ArrayIndexOutOfBoundsException | java.util.NoSuchElementException e) {
                throw new VmException(i + " " + e.getClass().getSimpleName(), pc - 1, e);
            }
        }
    }

    static void go(String src) {
        try {
            System.out.println(run(new Asm().parse(src).code, 5000));
        } catch (VmException e) {
            System.out.println(e.getMessage() + " cause " + (e.getCause() == null ? null : e.getCause().getMessage()));
        } catch (IllegalArgumentException e) {
            System.out.println("asm " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        go("push 2\npush 3\nadd\ndup\nmul\nprint\nhalt");
        go("push 1\nstore 0\npush 1\nstore 1\nloop:\nload 1\npush 11\nlt\njz end\nload 0\nload 1\nmul\nstore 0\nload 1\npush 1\nadd\nstore 1\njmp loop\nend:\nload 0\nprint\nhalt");
        go("push 20\ncall fib\nprint\nhalt\nfib: \nstore 0\npush 0\nstore 1\npush 1\nstore 2\nagain:\nload 0\njz done\nload 1\nload 2\ndup\nstore 1\nadd\nstore 2\nload 0\npush 1\nsub\nstore 0\njmp again\ndone:\nload 1\nret");
        go("push 1\npush 0\ndiv\nhalt");
        go("add");
        go("l:\njmp l");
        go("store 99");
        go("jmp nowhere");
        go("bogus 1");
        go("push 1 ; comment\npush 5\nsub\nprint\nret");
    }
}
