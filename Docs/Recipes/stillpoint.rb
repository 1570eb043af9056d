# A Homebrew formula. Not tried: no release has been published, and macOS is written for only.
# Fill in the two lines marked below, then: brew install --build-from-source ./stillpoint.rb
class Stillpoint < Formula
  desc "Measures streaming chat screens: late frames, late text, jumps"
  homepage "https://example.org/stillpoint" # fill in: where the repository is
  url "https://example.org/stillpoint/archive/0.1.0.tar.gz" # fill in, with its sha256
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "Apache-2.0"

  depends_on "pkgconf" => :build
  depends_on xcode: ["16.3", :build]
  depends_on "jemalloc"
  depends_on "pango"
  uses_from_macos "zlib"

  def install
    system "swift", "build", "--disable-sandbox", "-c", "release", "--product", "stillpoint"
    libexec.install ".build/release/stillpoint"
    libexec.install "Scenarios", "Profiles", "LICENSE", "NOTICE"
    (libexec/"scripts").install "scripts/packages.txt"
    bin.install_symlink libexec/"stillpoint"
  end

  def caveats
    <<~TEXT
      Reports need dygraphs (npm install --global dygraphs) and the fonts Inter and Noto:
      scripts/packages.txt lists them as casks.
    TEXT
  end

  test do
    system bin/"stillpoint", "list"
  end
end
