package dev.backplane.local.e2e;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.core.util.Separators.Spacing;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.cloudformation.template.TemplateEdit;
import dev.backplane.platform.Times;
import dev.backplane.platform.events.EventPublisher;
import dev.backplane.platform.rehearsal.RecordedResponse;
import dev.backplane.platform.rehearsal.Rehearsal;
import dev.backplane.platform.rehearsal.RehearsalResult;
import dev.backplane.platform.rehearsal.Rehearsals;
import dev.backplane.platform.settings.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The recorded responses of AWS to the functions of a suite, and the choice of rehearsals among them. */
final class Recordings {

    static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();
    private static final int HANDY = 6000;
    private static final int DISTINCT = 4;

    // Static, because the local cloud creates the handlers.
    private static final Collection<Recording> ALL = new ConcurrentLinkedQueue<>();
    private static final Set<String> SETTINGS = new ConcurrentSkipListSet<>();

    private Recordings() {}

    /** One invocation. */
    record Recording(
            Class<? extends RequestStreamHandler> type,
            Settings settings,
            Instant at,
            JsonNode event,
            List<RecordedResponse> answers) {

        Rehearsal with(String event) {
            return new Rehearsal(at, event, answers);
        }

        int size() {
            return answers.stream().mapToInt(answer -> answer.body().length()).sum();
        }

        /** Returns why the function's sample cannot be replayed with these responses. */
        Optional<String> problem(String sample) {
            try {
                RehearsalResult result = with(sample).run(type, settings);
                return result.isSuccess() && !result.answer().contains("\"batchItemFailures\":[{")
                        ? Optional.empty()
                        : Optional.of(result.toString());
            } catch (IOException | RuntimeException e) {
                return Optional.of(e.toString());
            }
        }

        /** Returns whether the function only accepted the sample for later. */
        boolean isPutOff(String sample) {
            try {
                return with(sample).run(type, settings).answer().contains("\"statusCode\":202");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /**
         * Returns the recording with the names of the sample, which some functions compare with what they read, and
         * without names of a stage.
         */
        Recording about(JsonNode sample) {
            Map<String, String> replacements = new LinkedHashMap<>(placeholders(settings));
            event.path("pathParameters")
                    .properties()
                    .forEach(parameter -> replacements.put(
                            parameter.getValue().asText(),
                            sample.path("pathParameters")
                                    .path(parameter.getKey())
                                    .asText()));
            return new Recording(
                    type,
                    settings,
                    at,
                    event,
                    answers.stream()
                            .map(answer -> new RecordedResponse(
                                    answer.call(), answer.status(), replaced(answer.body(), replacements)))
                            .toList());
        }

        boolean hasRefusals() {
            return answers.stream().anyMatch(answer -> answer.status() >= 400);
        }

        List<String> calls() {
            return answers.stream().map(RecordedResponse::call).toList();
        }
    }

    /** Returns the placeholders of settings, longest value first, because a value may be part of another. */
    private static Map<String, String> placeholders(Settings settings) {
        Map<String, String> placeholders = new TreeMap<>(
                Comparator.comparingInt((String value) -> -value.length()).thenComparing(value -> value));
        SETTINGS.forEach(name -> settings.find(name).ifPresent(value -> placeholders.put(value, "${" + name + "}")));
        return placeholders;
    }

    /** An event is accepted only if it contains an ARN that the function knows. */
    private static Map<String, String> machines(Settings settings) {
        Map<String, String> machines = new LinkedHashMap<>(placeholders(settings));
        machines.keySet().removeIf(value -> !value.startsWith("arn:aws:states:"));
        return machines;
    }

    private static String replaced(String text, Map<String, String> replacements) {
        String result = text;
        for (Map.Entry<String, String> replacement : replacements.entrySet()) {
            if (replacement.getKey().length() >= DISTINCT) {
                result = result.replace(replacement.getKey(), replacement.getValue());
            }
        }
        return result;
    }

    static void add(Recording recording) {
        ALL.add(recording);
    }

    /** Wraps every function in a recorder. */
    static TemplateEdit recorder() {
        return (_, template) -> template.path("Resources")
                .valueStream()
                .filter(resource -> resource.path("Type").asText().equals("AWS::Lambda::Function"))
                .map(resource -> (ObjectNode) resource.path("Properties"))
                // The CDK's own functions have no settings.
                .filter(function -> function.has("Environment"))
                .forEach(function -> {
                    String handler = function.path("Handler").asText();
                    ObjectNode variables = (ObjectNode) function.at("/Environment/Variables");
                    variables
                            .propertyStream()
                            .map(Map.Entry::getKey)
                            .filter(name -> !name.equals(EventPublisher.BUS_SETTING)) // no response contains it
                            .forEach(SETTINGS::add);
                    variables.put(RecordingHandler.RECORDED, handler.split("::", 2)[0]);
                    function.put("Handler", RecordingHandler.class.getName() + "::handleRequest");
                });
    }

    /**
     * Finds the best recording for a function's sample: complete rather than deferred, without refusals if possible,
     * and with the most complete responses to the most frequent calls.
     */
    static Optional<Recording> best(String function, JsonNode sample) {
        List<Recording> playable = of(function, sample)
                .filter(recording -> recording.problem(sample.toString()).isEmpty())
                .toList();
        Map<List<String>, Long> frequency =
                playable.stream().collect(Collectors.groupingBy(Recording::calls, Collectors.counting()));
        boolean isBatch = sample.has("Records");
        return playable.stream()
                .min(Comparator.comparing(Recording::hasRefusals)
                        .thenComparing(recording -> recording.isPutOff(sample.toString()))
                        .thenComparing(recording -> recording.size() > HANDY)
                        .thenComparingInt(
                                recording -> isBatch ? -recording.answers().size() : 0)
                        .thenComparingLong(recording -> -frequency.getOrDefault(recording.calls(), 0L))
                        .thenComparingInt(recording -> -recording.size()));
    }

    private static Stream<Recording> of(String function, JsonNode sample) {
        return ALL.stream()
                .filter(recording -> recording.type().getSimpleName().equals(function + "Handler"))
                .map(recording -> recording.about(sample));
    }

    /** Returns why no recording of a function is usable. */
    static List<String> problems(String function, JsonNode sample) {
        return of(function, sample)
                .map(recording -> recording.calls() + ": "
                        + recording.problem(sample.toString()).orElseThrow())
                .toList();
    }

    /** Writes a recording as the rehearsal of its function. */
    static void write(Recording recording, JsonNode sample, Path functions) throws IOException {
        ObjectNode rehearsal = JSON.createObjectNode().put("at", Times.format(recording.at()));
        rehearsal.set("event", JSON.readTree(replaced(sample.toString(), machines(recording.settings()))));
        var answers = rehearsal.putArray("answers");
        for (RecordedResponse answer : recording.answers()) {
            answers.addObject()
                    .put("call", answer.call())
                    .put("status", answer.status())
                    .set("body", body(answer.body()));
        }
        String service = recording.type().getPackageName().split("\\.", -1)[2];
        Path file =
                functions.resolve(service).resolve("src/main/resources").resolve(Rehearsals.pathOf(recording.type()));
        Files.createDirectories(file.getParent());
        Files.writeString(file, JSON.writer(printer()).writeValueAsString(rehearsal) + "\n");
    }

    private static JsonNode body(String body) {
        try {
            JsonNode json = JSON.readTree(body);
            return json.isObject() ? json : JSON.getNodeFactory().textNode(body);
        } catch (JsonProcessingException e) {
            return JSON.getNodeFactory().textNode(body);
        }
    }

    private static DefaultPrettyPrinter printer() {
        DefaultIndenter lines = new DefaultIndenter("  ", "\n");
        DefaultPrettyPrinter printer =
                new DefaultPrettyPrinter(Separators.createDefaultInstance().withObjectFieldValueSpacing(Spacing.AFTER));
        printer.indentObjectsWith(lines);
        printer.indentArraysWith(lines);
        return printer;
    }
}
