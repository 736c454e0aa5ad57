package dev.backplane.bench.coldstart;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.Platform;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * An operation of the suite whose start is measured.
 *
 * @param name the name, such as {@code GetQueue}
 * @param service the name of its service
 * @param settings the environment of its function, in any language
 * @param events creates the next event
 * @param check fails if a response is wrong, and reverts its effects
 */
record MeasuredOperation(
        String name,
        String service,
        Class<? extends RequestStreamHandler> handler,
        Map<String, String> settings,
        Supplier<byte[]> events,
        Consumer<String> check) {

    /** Creates the handler in this process. */
    RequestStreamHandler make(Platform platform) {
        try {
            return handler.getConstructor(Platform.class).newInstance(platform);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(handler.getName(), e);
        }
    }

    /** Returns the class of the naive implementation. */
    String naiveHandler() {
        return "dev.backplane.bench.naive." + name + "Function";
    }

    /** Returns the name in lower case with a separator between its words. */
    String words(String separator) {
        return name.replaceAll("(?<=.)(?=[A-Z])", separator).toLowerCase(Locale.ROOT);
    }
}
