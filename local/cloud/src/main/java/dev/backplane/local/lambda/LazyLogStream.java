package dev.backplane.local.lambda;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Opens a log stream at the first line, so that a function that never ran has no stream. */
final class LazyLogStream implements Consumer<String> {

    private final Supplier<Consumer<String>> open;
    private @Nullable Consumer<String> stream;

    LazyLogStream(Supplier<Consumer<String>> open) {
        this.open = open;
    }

    @Override
    public void accept(String line) {
        stream().accept(line);
    }

    private synchronized Consumer<String> stream() {
        if (stream == null) {
            stream = open.get();
        }
        return stream;
    }
}
