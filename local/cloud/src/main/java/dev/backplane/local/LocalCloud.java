package dev.backplane.local;

import dev.backplane.local.functions.Functions;
import dev.backplane.local.logs.LogLine;
import dev.backplane.local.template.CloudTemplates;
import dev.backplane.local.template.TemplateEdit;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Consumer;

/** A running local cloud: everything the templates describe, except its HTTP front. */
public final class LocalCloud implements AutoCloseable {
    private final Options options;

    private LocalCloud(Options options) {
        this.options = options;
    }

    /**
     * What to start.
     *
     * @param assembly the folder with the synthesized templates
     * @param data where data survives a restart; in memory when empty
     * @param log receives every line that any function or rule writes to a log group
     * @param edit changes templates before they are read
     */
    public record Options(
            Path assembly, Optional<Path> data, Clock clock, Consumer<LogLine> log, TemplateEdit edit) {

        /** In memory, with the system's clock, quiet. */
        public static Options of(Path assembly) {
            return new Options(assembly, Optional.empty(), Clock.systemUTC(), line -> {}, TemplateEdit.NONE);
        }

        public Options withData(Path folder) {
            return new Options(assembly, Optional.of(folder), clock, log, edit);
        }

        public Options withClock(Clock other) {
            return new Options(assembly, data, other, log, edit);
        }

        public Options withLog(Consumer<LogLine> consumer) {
            return new Options(assembly, data, clock, consumer, edit);
        }

        public Options withEdit(TemplateEdit templateEdit) {
            return new Options(assembly, data, clock, log, templateEdit);
        }
    }

    /**
     * Starts the engines and builds what the templates say.
     *
     * @throws dev.backplane.local.template.TemplateException when they ask for something unknown
     */
    public static LocalCloud start(Options options) {
        return new LocalCloud(options);
    }

    public Options options() {
        return options;
    }

    public CloudTemplates templates() {
        throw new UnsupportedOperationException();
    }

    public Functions functions() {
        throw new UnsupportedOperationException();
    }

    /** Where DynamoDB Local listens. */
    public URI dynamoEndpoint() {
        throw new UnsupportedOperationException();
    }

    /** Where ElasticMQ listens. */
    public URI queueEndpoint() {
        throw new UnsupportedOperationException();
    }

    /** Stops pollers, functions and engines, in this order, and frees every port. */
    @Override
    public void close() {}
}
