# Sourced by ./try and ./test: installs what is missing through the system's package manager.

# Runs a command as root: directly, or through sudo.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

# Installs a package; the arguments are its names for apt, dnf, pacman, zypper and brew.
install_package() {
  if command -v apt-get >/dev/null; then
    as_root apt-get update -qq && as_root apt-get install -y -qq "$1"
  elif command -v dnf >/dev/null; then
    as_root dnf install -y -q "$2"
  elif command -v pacman >/dev/null; then
    as_root pacman -S --noconfirm "$3"
  elif command -v zypper >/dev/null; then
    as_root zypper --non-interactive install "$4"
  elif command -v brew >/dev/null; then
    brew install --quiet "$5"
  else
    echo "No known package manager: please install $1 by hand." >&2
    return 1
  fi
}

need_rust() {
  if ! command -v cargo >/dev/null; then
    install_package rustup rustup rustup rustup rustup >/dev/null
    rustup default stable
  fi
  if ! command -v cc >/dev/null; then
    install_package gcc gcc gcc gcc gcc >/dev/null
  fi
}

# A JDK of version 17 to 25, with its compiler.
need_jdk() {
  if [ -n "${JAVA_HOME:-}" ] && [ -x "$JAVA_HOME/bin/javac" ]; then return; fi
  if command -v javac >/dev/null; then return; fi
  install_package openjdk-17-jdk-headless java-17-openjdk-devel jdk17-openjdk java-17-openjdk-devel openjdk@17 >/dev/null
}

# SPIN, with which exported models are compared.
need_spin() {
  if command -v spin >/dev/null; then return; fi
  install_package spin spin spin spin spin >/dev/null
}

# Chromium, and the packages of tools/browser: pages are opened and debugging sessions are held with them. Without Node.js
# those tests are left out.
want_browser() {
  if ! command -v npm >/dev/null; then
    echo "There is no Node.js: pages are not opened in a browser." >&2
    return
  fi
  command -v chromium >/dev/null ||
    install_package chromium chromium chromium chromium chromium >/dev/null 2>&1 ||
    echo "There is no package of Chromium: pages are not opened in a browser." >&2
  if [ ! -d tools/browser/node_modules ]; then
    npm install --prefix tools/browser --no-audit --no-fund --silent ||
      echo "The packages of tools/browser cannot be had: pages are not opened in a browser." >&2
  fi
}

# The newest JDK that Heddle supports, beside the one above, so that tests run on both. Where there is no
# package of it the tests do without.
want_jdk_25() {
  if compgen -G '/usr/lib/jvm/*25*' >/dev/null || [ -n "${HEDDLE_JDKS:-}" ]; then return; fi
  install_package openjdk-25-jdk-headless java-25-openjdk-devel jdk-openjdk java-25-openjdk-devel openjdk@25 >/dev/null 2>&1 ||
    echo "There is no package of JDK 25: testing without it." >&2
}
