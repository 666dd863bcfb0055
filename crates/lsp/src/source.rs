//! Methods and fields of Java text, found without compiling it, since an editor asks while the text is being written. Comments,
//! strings and bodies of methods are passed over; what is not understood is left out.

/// A method or field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// The class that it belongs to, as Java's reflection writes it: `bank.Account$Entry`.
    pub class: String,
    /// Its name.
    pub name: String,
    /// The line of its name, from 0, and where the name begins there, in UTF-16 units.
    pub line: u32,
    pub column: u32,
    pub is_method: bool,
    /// The line where its body ends; that of its name if it has none.
    pub end: u32,
    /// Its modifiers and the names of its annotations, these without `@` and packages.
    pub modifiers: Vec<String>,
    pub annotations: Vec<String>,
    /// What stands between the brackets of a method.
    pub parameters: Vec<String>,
}

impl Member {
    /// Whether `java` would begin with it; since Java 25 a main method need not be static or have parameters.
    pub fn is_main(&self) -> bool {
        let takes_texts = self.parameters.first().is_some_and(|first| first == "String" || first == "final");
        let is_private = self.modifiers.iter().any(|modifier| modifier == "private");
        self.is_method && self.name == "main" && !is_private && (takes_texts || self.parameters.is_empty())
    }

    /// Whether a framework of tests calls it.
    pub fn is_test(&self) -> bool {
        const TESTS: [&str; 5] = ["Test", "ParameterizedTest", "RepeatedTest", "HeddleTest", "TestFactory"];
        self.is_method && self.annotations.iter().any(|annotation| TESTS.contains(&annotation.as_str()))
    }

    pub fn is_static(&self) -> bool {
        self.modifiers.iter().any(|modifier| modifier == "static")
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Token {
    text: String,
    line: u32,
    column: u32,
}

/// Words and single signs, without comments, strings and characters.
fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let (mut line, mut column) = (0, 0);
    let mut rest = text;
    let advance = |passed: &str, line: &mut u32, column: &mut u32| {
        for sign in passed.chars() {
            if sign == '\n' {
                (*line, *column) = (*line + 1, 0);
            } else {
                *column += sign.len_utf16() as u32;
            }
        }
    };
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(comment) = rest.strip_prefix("/*") {
            comment.find("*/").map_or(rest.len(), |end| end + 4)
        } else if let Some(block) = rest.strip_prefix("\"\"\"") {
            block.find("\"\"\"").map_or(rest.len(), |end| end + 6)
        } else if first == '"' || first == '\'' {
            quoted(rest, first)
        } else if is_word(first) {
            let end = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
            tokens.push(Token { text: rest[..end].to_owned(), line, column });
            end
        } else {
            if !first.is_whitespace() {
                tokens.push(Token { text: first.to_string(), line, column });
            }
            first.len_utf8()
        };
        let (passed, after) = rest.split_at(length);
        advance(passed, &mut line, &mut column);
        rest = after;
    }
    tokens
}

/// How long a string or character is; one that is not closed ends with its line.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, sign) in text.char_indices().skip(1) {
        match sign {
            '\n' => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if sign == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// All methods and fields of a source file, in their order.
pub fn members(text: &str) -> Vec<Member> {
    let tokens = tokens(text);
    let mut package = String::new();
    if let Some(at) = tokens.iter().position(|token| token.text == "package") {
        let name = tokens[at + 1..].iter().take_while(|token| token.text != ";");
        package = name.map(|token| token.text.as_str()).collect::<String>() + ".";
    }
    let mut found = Vec::new();
    in_class(&tokens, 0, &package, None, &mut found);
    found
}

/// Reads declarations up to the end of a class, or of the file; where it ends.
fn in_class(tokens: &[Token], from: usize, package: &str, class: Option<&str>, found: &mut Vec<Member>) -> usize {
    let (mut at, mut begin) = (from, from);
    while at < tokens.len() {
        match tokens[at].text.as_str() {
            "}" => return at + 1,
            ";" => {
                declare(&tokens[begin..at], class, found);
                at += 1;
                begin = at;
            }
            "(" => at = closed(tokens, at, "(", ")"),
            "{" => {
                let declared = &tokens[begin..at];
                if let Some(name) = class_name(declared) {
                    let inner = match class {
                        Some(outer) => format!("{outer}${name}"),
                        None => format!("{package}{name}"),
                    };
                    let is_enum = declared.iter().any(|token| token.text == "enum");
                    let body = if is_enum { after_constants(tokens, at + 1) } else { at + 1 };
                    at = in_class(tokens, body, package, Some(&inner), found);
                } else if assigns(declared) {
                    // What follows belongs to the same declaration.
                    at = closed(tokens, at, "{", "}");
                    continue;
                } else {
                    let known = found.len();
                    declare(declared, class, found);
                    at = closed(tokens, at, "{", "}");
                    found[known..].iter_mut().for_each(|member| member.end = tokens[at - 1].line);
                }
                begin = at;
            }
            _ => at += 1,
        }
    }
    at
}

/// Whether a declaration gives a value, outside of the brackets of annotations and parameters.
fn assigns(declared: &[Token]) -> bool {
    let mut depth = 0;
    declared.iter().any(|token| {
        depth += i32::from(token.text == "(") - i32::from(token.text == ")");
        depth == 0 && token.text == "="
    })
}

/// Where the constants of an enum end and its members begin; its closing brace if it has none.
fn after_constants(tokens: &[Token], from: usize) -> usize {
    let mut at = from;
    while at < tokens.len() {
        match tokens[at].text.as_str() {
            ";" => return at + 1,
            "}" => return at,
            "{" => at = closed(tokens, at, "{", "}"),
            "(" => at = closed(tokens, at, "(", ")"),
            _ => at += 1,
        }
    }
    at
}

/// Behind the bracket that closes the one at `at`.
fn closed(tokens: &[Token], at: usize, open: &str, close: &str) -> usize {
    let mut depth = 0;
    for (offset, token) in tokens[at..].iter().enumerate() {
        depth += i32::from(token.text == open) - i32::from(token.text == close);
        if depth == 0 {
            return at + offset + 1;
        }
    }
    tokens.len()
}

/// The class that a declaration begins.
fn class_name(declared: &[Token]) -> Option<&str> {
    let kinds = ["class", "interface", "enum", "record"];
    let at = declared.iter().position(|token| kinds.contains(&token.text.as_str()))?;
    // `Foo.class` in an annotation is none.
    let is_literal = at > 0 && declared[at - 1].text == ".";
    declared.get(at + 1).filter(|_| !is_literal).map(|token| token.text.as_str())
}

/// The method or fields that some words declare.
fn declare(declared: &[Token], class: Option<&str>, found: &mut Vec<Member>) {
    const MODIFIERS: [&str; 11] = [
        "public",
        "protected",
        "private",
        "static",
        "final",
        "volatile",
        "transient",
        "synchronized",
        "abstract",
        "default",
        "native",
    ];
    if declared.first().is_some_and(|first| matches!(first.text.as_str(), "package" | "import")) {
        return;
    }
    // Sources without a class have one of the file's name, which is not known here.
    let class = class.unwrap_or_default().to_owned();
    let (mut modifiers, mut annotations) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < declared.len() {
        let text = declared[at].text.as_str();
        if text == "@" {
            let mut name = at + 1;
            while declared.get(name + 1).is_some_and(|token| token.text == ".") {
                name += 2;
            }
            annotations.extend(declared.get(name).map(|token| token.text.clone()));
            at = name + 1;
            if declared.get(at).is_some_and(|token| token.text == "(") {
                at = closed(declared, at, "(", ")");
            }
        } else if MODIFIERS.contains(&text) {
            modifiers.push(text.to_owned());
            at += 1;
        } else {
            break;
        }
    }
    let rest = &declared[at..];
    let is_word = |token: &Token| token.text.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$');
    let member = |token: &Token, is_method: bool, parameters: Vec<String>| Member {
        class: class.clone(),
        name: token.text.clone(),
        line: token.line,
        column: token.column,
        is_method,
        end: token.line,
        modifiers: modifiers.clone(),
        annotations: annotations.clone(),
        parameters,
    };
    let assigned = rest.iter().position(|token| token.text == "=").unwrap_or(rest.len());
    if let Some(open) = rest[..assigned].iter().position(|token| token.text == "(") {
        // A constructor has no type before its name.
        let name = open.checked_sub(1).and_then(|name| rest.get(name)).filter(|token| is_word(token));
        if let Some(name) = name.filter(|_| open >= 2) {
            let end = closed(rest, open, "(", ")");
            let parameters = rest[open + 1..end.max(open + 2) - 1].iter().map(|token| token.text.clone()).collect();
            found.push(member(name, true, parameters));
        }
        return;
    }
    // `int a = 1, b[], c`: a name is followed by what ends it.
    let mut depth = 0;
    let mut is_value = false;
    for (at, token) in rest.iter().enumerate() {
        match token.text.as_str() {
            "(" | "[" | "{" | "<" => depth += 1,
            ")" | "]" | "}" | ">" => depth -= 1,
            "=" if depth == 0 => is_value = true,
            "," if depth == 0 => is_value = false,
            _ => {}
        }
        let next = rest.get(at + 1).map_or(";", |next| next.text.as_str());
        if at > 0 && depth == 0 && !is_value && is_word(token) && matches!(next, "=" | "," | ";" | "[") {
            found.push(member(token, false, vec![]));
        }
    }
}

/// The word at a position, which counts UTF-16 units.
pub fn word_at(text: &str, line: u32, column: u32) -> Option<String> {
    let line = text.lines().nth(line as usize)?;
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let (mut word, mut at, mut is_here) = (String::new(), 0, false);
    for sign in line.chars().chain([' ']) {
        is_here |= at == column;
        if is_word(sign) {
            word.push(sign);
        } else {
            if is_here && !word.is_empty() {
                return Some(word);
            }
            if at > column {
                return None;
            }
            word.clear();
            is_here = false;
        }
        at += sign.len_utf16() as u32;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"package bank.core;
import java.util.*; // class Not {
/** class Neither { void main(String[] a) {} */
@Deprecated
public class Account<T extends Comparable<T>> extends Base implements Runnable {
    private static final Map<String, List<int[]>> all = new HashMap<>() {{ put("}", null); }};
    volatile int balance, limit[] = {1, 2}, last;
    String text = """
        void fake() { "
        """;
    Account(int x) { this.balance = x; }
    public static void main(String... args) throws Exception { if (args.length > 0) { foo('{'); } }
    @Test @Tag("x)") void transfers() { Runnable r = new Runnable() { public void run() { } }; }
    @org.junit.jupiter.api.ParameterizedTest
    @ValueSource(ints = {1, 2})
    void more(int n) { }
    static <K> K pick(K a, int b) { return a; }
    abstract void nothing();
    enum Kind { A { void f() { } }, B("x"); final int weight = 1; int of() { return 1; } }
    static class Entry { Object next; record Pair(int a, int b) { static int c; } }
}
interface Other { default void run() { } }
"#;

    #[test]
    fn methods_and_fields_are_found_where_they_stand() {
        let found = members(TEXT);
        let of = |is_method: bool| -> Vec<String> {
            found.iter().filter(|m| m.is_method == is_method).map(|m| format!("{}.{}", m.class, m.name)).collect()
        };
        let account = "bank.core.Account";
        assert_eq!(
            of(true),
            [
                format!("{account}.main"),
                format!("{account}.transfers"),
                format!("{account}.more"),
                format!("{account}.pick"),
                format!("{account}.nothing"),
                format!("{account}$Kind.of"),
                "bank.core.Other.run".into(),
            ]
        );
        assert_eq!(
            of(false),
            [
                format!("{account}.all"),
                format!("{account}.balance"),
                format!("{account}.limit"),
                format!("{account}.last"),
                format!("{account}.text"),
                format!("{account}$Kind.weight"),
                format!("{account}$Entry.next"),
                format!("{account}$Entry$Pair.c"),
            ]
        );
        let main = found.iter().find(|member| member.name == "main").expect("a main method");
        assert_eq!((main.line, main.column, main.is_main()), (11, 23, true));
        assert_eq!(
            found.iter().filter(|m| m.is_test()).map(|m| m.name.as_str()).collect::<Vec<_>>(),
            ["transfers", "more"]
        );
        let pick = found.iter().find(|member| member.name == "pick").expect("a method");
        assert!(pick.is_static() && !pick.is_main() && pick.parameters == ["K", "a", ",", "int", "b"]);
    }

    #[test]
    fn half_written_text_does_no_harm() {
        for end in 0..TEXT.len() {
            if TEXT.is_char_boundary(end) {
                members(&TEXT[..end]);
                members(&TEXT[end..]);
            }
        }
    }

    #[test]
    fn words_are_found_by_utf_16_columns() {
        let text = "int x;\n  𝄞ü = foo(bar);";
        assert_eq!(word_at(text, 0, 4).as_deref(), Some("x"));
        assert_eq!(word_at(text, 1, 8).as_deref(), Some("foo"));
        assert_eq!(word_at(text, 1, 11).as_deref(), Some("foo"), "right behind it");
        assert_eq!(word_at(text, 1, 6), None);
        assert_eq!(word_at(text, 9, 0), None);
    }
}
