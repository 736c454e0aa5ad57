package dev.backplane.local.stepfunctions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.stepfunctions.Execution.Start;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Stores the start and end of executions in a file, one line each. Histories are not stored. */
final class ExecutionJournal {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Optional<Path> file;

    /** @param file empty to store nothing */
    ExecutionJournal(Optional<Path> file) {
        this.file = file;
    }

    /**
     * An execution of an earlier process.
     *
     * @param end empty if the process stopped first
     */
    record Entry(Start start, Optional<ExecutionEnd> end) {}

    synchronized void started(Start start) {
        append(List.of(line(start)));
    }

    synchronized void ended(String arn, ExecutionEnd end) {
        append(List.of(line(arn, end)));
    }

    /** Returns the latest executions of earlier processes, oldest first, and removes all others from the file. */
    synchronized List<Entry> recover(int max) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        for (String line : lines()) {
            JsonNode read = parse(line);
            String arn = read.path("arn").asText();
            if (read.has("status")) {
                entries.computeIfPresent(arn, (_, entry) -> new Entry(entry.start(), Optional.of(end(read))));
            } else if (read.has("machine")) {
                entries.put(arn, new Entry(start(read), Optional.empty()));
            }
        }
        List<Entry> kept = entries.values().stream()
                .skip(Math.max(0, entries.size() - max))
                .toList();
        rewrite(kept);
        return kept;
    }

    private List<String> lines() {
        try {
            return file.isPresent() && Files.exists(file.get()) ? Files.readAllLines(file.get()) : List.of();
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read " + file.get(), failure);
        }
    }

    /** Ignores lines that are incomplete because the process was killed. */
    private static JsonNode parse(String line) {
        try {
            return JSON.readTree(line);
        } catch (IOException incomplete) {
            return JsonNodeFactory.instance.missingNode();
        }
    }

    private void append(Collection<ObjectNode> entries) {
        file.ifPresent(path -> write(path, entries, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
    }

    private void rewrite(List<Entry> entries) {
        if (file.isEmpty() || entries.isEmpty()) {
            return;
        }
        Path fresh = file.get().resolveSibling(file.get().getFileName() + ".new");
        List<ObjectNode> all = entries.stream()
                .flatMap(entry -> Stream.concat(
                        Stream.of(line(entry.start())),
                        entry.end().map(end -> line(entry.start().arn(), end)).stream()))
                .toList();
        write(fresh, all, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING);
        try {
            Files.move(fresh, file.get(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot write " + file.get(), failure);
        }
    }

    private static void write(Path path, Collection<ObjectNode> entries, StandardOpenOption... options) {
        try {
            Files.createDirectories(path.toAbsolutePath().getParent());
            Files.write(path, entries.stream().map(ObjectNode::toString).toList(), options);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot write " + path, failure);
        }
    }

    private static ObjectNode line(Start start) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("arn", start.arn())
                .put("machine", start.machineArn())
                .put("role", start.roleArn())
                .put("name", start.name())
                .put("input", start.input())
                .put("time", start.time().toString());
    }

    private static ObjectNode line(String arn, ExecutionEnd end) {
        ObjectNode line = JsonNodeFactory.instance
                .objectNode()
                .put("arn", arn)
                .put("status", end.status().name())
                .put("time", end.time().toString());
        end.output().ifPresent(output -> line.put("output", output));
        end.error().ifPresent(error -> line.put("error", error));
        end.cause().ifPresent(cause -> line.put("cause", cause));
        return line;
    }

    private static Start start(JsonNode line) {
        return new Start(
                line.path("machine").asText(),
                line.path("role").asText(),
                line.path("name").asText(),
                line.path("input").asText(),
                Instant.parse(line.path("time").asText()));
    }

    private static ExecutionEnd end(JsonNode line) {
        return new ExecutionEnd(
                ExecutionStatus.valueOf(line.path("status").asText()),
                Instant.parse(line.path("time").asText()),
                Optional.ofNullable(line.path("output").textValue()),
                Optional.ofNullable(line.path("error").textValue()),
                Optional.ofNullable(line.path("cause").textValue()));
    }
}
