//! The base protocol: JSON behind a header with its length.

use std::io::{self, BufRead, Write};

use serde_json::Value;

/// A message that is longer than this is not one of a debugger.
const LONGEST: usize = 16 << 20;

/// The next message; none at the end of the input.
pub fn read(input: &mut impl BufRead) -> io::Result<Option<Value>> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("Content-Length")
        {
            length = value.trim().parse::<usize>().ok();
        }
    }
    let invalid = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_string());
    let length = length.filter(|&length| length <= LONGEST).ok_or_else(|| invalid("a message without a length"))?;
    let mut body = vec![0; length];
    input.read_exact(&mut body)?;
    serde_json::from_slice(&body).map(Some).map_err(|error| invalid(&format!("a message that is not JSON: {error}")))
}

/// Writes a message.
pub fn write(output: &mut impl Write, message: &Value) -> io::Result<()> {
    let body = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{body}", body.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_as_they_were_written() {
        let mut bytes = Vec::new();
        let message = serde_json::json!({ "seq": 1, "text": "ä\r\n" });
        write(&mut bytes, &message).expect("memory is writable");
        write(&mut bytes, &message).expect("memory is writable");
        let mut input = bytes.as_slice();
        assert_eq!(read(&mut input).expect("a message"), Some(message.clone()));
        assert_eq!(read(&mut input).expect("a message"), Some(message));
        assert_eq!(read(&mut input).expect("the end"), None);
        assert!(read(&mut &b"X: 1\r\n\r\n{}"[..]).is_err(), "a length is needed");
    }
}
