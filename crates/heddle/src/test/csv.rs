//! Lines of comma-separated values as `@CsvSource` and `@CsvFileSource` understand them.

/// How lines are written.
pub struct Dialect {
    pub delimiter: String,
    pub quote: char,
    /// What an empty value in quotes stands for.
    pub empty: String,
    /// Texts that stand for `null`.
    pub nulls: Vec<String>,
    pub trims: bool,
}

/// The records of a text; nothing stands for `null`. Lines that are empty or begin with # hold no record.
pub fn records(text: &str, dialect: &Dialect) -> Vec<Vec<Option<String>>> {
    let mut found = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        if rest.starts_with(['\n', '\r']) {
            rest = &rest[1..];
        } else if rest.starts_with('#') {
            rest = rest.find('\n').map_or("", |end| &rest[end + 1..]);
        } else {
            let (one, after) = record(rest, dialect);
            // A line of spaces is empty too.
            if !matches!(&one[..], [None]) {
                found.push(one);
            }
            rest = after;
        }
    }
    found
}

/// The first record of a text, and what comes after its line.
pub fn record<'t>(text: &'t str, dialect: &Dialect) -> (Vec<Option<String>>, &'t str) {
    let mut values = Vec::new();
    let mut rest = text;
    loop {
        let (one, after) = value(rest, dialect);
        values.push(one);
        match after.strip_prefix(dialect.delimiter.as_str()) {
            Some(after) => rest = after,
            None => return (values, after.trim_start_matches('\r').strip_prefix('\n').unwrap_or(after)),
        }
    }
}

fn value<'t>(text: &'t str, dialect: &Dialect) -> (Option<String>, &'t str) {
    let inner = if dialect.trims { text.trim_start_matches([' ', '\t']) } else { text };
    if let Some(quoted) = inner.strip_prefix(dialect.quote) {
        let mut value = String::new();
        let mut characters = quoted.char_indices().peekable();
        while let Some((at, character)) = characters.next() {
            if character != dialect.quote {
                value.push(character);
            } else if characters.next_if(|(_, next)| *next == dialect.quote).is_some() {
                // A quote that is written twice.
                value.push(character);
            } else {
                let after = &quoted[at + character.len_utf8()..];
                let end = after.find(['\n', '\r']).unwrap_or(after.len());
                let end = after.find(&dialect.delimiter).unwrap_or(end).min(end);
                let value = if value.is_empty() { dialect.empty.clone() } else { value };
                return (unless_null(value, dialect), &after[end..]);
            }
        }
        return (unless_null(value, dialect), "");
    }
    let end = text.find(['\n', '\r']).unwrap_or(text.len());
    let end = text.find(&dialect.delimiter).unwrap_or(end).min(end);
    let (value, after) = text.split_at(end);
    let value = if dialect.trims { value.trim() } else { value };
    (Some(value.to_owned()).filter(|value| !value.is_empty()).and_then(|value| unless_null(value, dialect)), after)
}

fn unless_null(value: String, dialect: &Dialect) -> Option<String> {
    (!dialect.nulls.contains(&value)).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::{Dialect, records};

    fn read(text: &str) -> Vec<Vec<Option<String>>> {
        let dialect = Dialect {
            delimiter: ",".into(),
            quote: '\'',
            empty: String::new(),
            nulls: vec!["N/A".into()],
            trims: true,
        };
        records(text, &dialect)
    }

    #[test]
    fn the_examples_of_the_user_guide() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(read("apple, banana"), [[some("apple"), some("banana")]]);
        assert_eq!(read("apple, 'lemon, lime'"), [[some("apple"), some("lemon, lime")]]);
        assert_eq!(read("apple, ''"), [[some("apple"), some("")]]);
        assert_eq!(read("apple, "), [[some("apple"), None]]);
        assert_eq!(read("apple, N/A"), [[some("apple"), None]]);
        assert_eq!(read("'it''s', 1"), [[some("it's"), some("1")]]);
        assert_eq!(read("# a comment\na, 1\n\n  b, 2\n"), [[some("a"), some("1")], [some("b"), some("2")]]);
    }
}
