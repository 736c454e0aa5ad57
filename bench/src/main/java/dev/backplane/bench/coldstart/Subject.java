package dev.backplane.bench.coldstart;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.Platform;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * An operation of the suite that functions are started for.
 *
 * @param name of the operation, such as {@code GetQueue}
 * @param service the module that has it
 * @param settings of its function, whatever it is written in
 * @param events makes what the next function is called with
 * @param check fails unless an answer is right, and puts things back to where they were
 */
record Subject(
        String name,
        String service,
        Class<? extends RequestStreamHandler> handler,
        Map<String, String> settings,
        Supplier<byte[]> events,
        Consumer<String> check) {

    /** Makes the handler, in this process. */
    RequestStreamHandler make(Platform platform) {
        try {
            return handler.getConstructor(Platform.class).newInstance(platform);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(handler.getName(), e);
        }
    }

    /** Returns the class of the same operation as most people write it. */
    String naiveHandler() {
        return "dev.backplane.bench.naive." + name + "Function";
    }

    /** Returns the name with its words apart, as files are called in other languages. */
    String words(String separator) {
        return name.replaceAll("(?<=.)(?=[A-Z])", separator).toLowerCase(Locale.ROOT);
    }
}
