package dev.backplane.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The page {@code docs/performance.md}, with one generated section per benchmark. */
final class PerformancePage {

    private final Path file;

    PerformancePage(Path file) {
        this.file = file;
    }

    /** Replaces the section of a benchmark. */
    void write(String benchmark, String text) {
        try {
            Files.writeString(file, replaceSection(Files.readString(file), benchmark, text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String replaceSection(String page, String benchmark, String text) {
        String begin = "<!-- begin: bench " + benchmark + " -->";
        String end = "<!-- end: bench " + benchmark + " -->";
        Matcher section = Pattern.compile(Pattern.quote(begin) + ".*?" + Pattern.quote(end), Pattern.DOTALL)
                .matcher(page);
        if (!section.find()) {
            throw new IllegalArgumentException("The page has no section for " + benchmark);
        }
        return page.substring(0, section.start()) + begin + "\n" + text.strip() + "\n" + end
                + page.substring(section.end());
    }
}
