# The command with a JDK: docker build -t heddle . && docker run --rm -v "$PWD:/work" heddle test .
FROM rust:1-bookworm AS build
WORKDIR /heddle
COPY . .
RUN cargo build --locked --release --package heddle-cli && strip -o /usr/local/bin/heddle target/release/heddle

FROM eclipse-temurin:21-jdk
RUN apt-get update && apt-get install -y --no-install-recommends maven && rm -rf /var/lib/apt/lists/*
COPY --from=build /usr/local/bin/heddle /usr/local/bin/heddle
WORKDIR /work
ENTRYPOINT ["heddle"]
CMD ["--help"]
