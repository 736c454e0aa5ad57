package dev.backplane.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code docs/performance.md}, of which each benchmark writes its own part and leaves the rest as it is. */
final class PerformancePage {

    private final Path file;

    PerformancePage(Path file) {
        this.file = file;
    }

    /** Puts a new text in place of the part of a benchmark. */
    void write(String benchmark, String text) {
        try {
            Files.writeString(file, replaced(Files.readString(file), benchmark, text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String replaced(String page, String benchmark, String text) {
        String begin = "<!-- begin: bench " + benchmark + " -->";
        String end = "<!-- end: bench " + benchmark + " -->";
        Matcher part = Pattern.compile(Pattern.quote(begin) + ".*?" + Pattern.quote(end), Pattern.DOTALL)
                .matcher(page);
        if (!part.find()) {
            throw new IllegalArgumentException("the page has no part for " + benchmark);
        }
        return page.substring(0, part.start()) + begin + "\n" + text.strip() + "\n" + end + page.substring(part.end());
    }
}
