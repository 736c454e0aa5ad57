package dev.backplane.platform.log;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Writes log lines to a stream, each as one block of UTF-8, which is cheaper than writing text. */
public record LogStream(PrintStream out) implements Consumer<String> {

    @Override
    public void accept(String line) {
        byte[] bytes = (line + '\n').getBytes(StandardCharsets.UTF_8);
        out.write(bytes, 0, bytes.length);
        out.flush();
    }
}
