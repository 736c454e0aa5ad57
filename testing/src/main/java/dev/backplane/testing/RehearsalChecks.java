package dev.backplane.testing;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.rehearsal.Rehearsal;
import dev.backplane.platform.rehearsal.RehearsalResult;
import dev.backplane.platform.rehearsal.Rehearsals;
import dev.backplane.platform.settings.Settings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks of the rehearsals of a service's functions. */
public final class RehearsalChecks {

    private static final Path EVENTS = Path.of("../../events");
    private static final int RUNS = 5;
    private static final String HOW_TO_RECORD =
            "Record it: mvn -pl local/e2e -am package -Dsurefire.failIfNoSpecifiedTests=false"
                    + " -Dtest=RehearsalRecorderTest -Drehearsals.record=true";

    private RehearsalChecks() {}

    /** Returns the functions of a service that start from a snapshot. */
    public static List<Class<? extends RequestStreamHandler>> functionsWithSnapshot(JavaClasses classes) {
        return classes.stream()
                .filter(type -> type.isAssignableTo(HttpHandler.class))
                .filter(type -> !type.getModifiers().contains(JavaModifier.ABSTRACT))
                .<Class<? extends RequestStreamHandler>>map(RehearsalChecks::handler)
                .filter(handler -> operation(handler).snapshot())
                .toList();
    }

    private static Operation operation(Class<?> handler) {
        try {
            return (Operation) handler.getField("OPERATION").get(null);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(handler + " declares no operation", e);
        }
    }

    private static Class<? extends RequestStreamHandler> handler(JavaClass type) {
        return type.reflect().asSubclass(RequestStreamHandler.class);
    }

    /** Asserts that a function's rehearsal uses its sample event and succeeds. */
    public static void check(Class<? extends RequestStreamHandler> handler, Settings settings) throws IOException {
        Rehearsal rehearsal = Rehearsals.of(handler)
                .orElseThrow(() -> new AssertionError(
                        "There is no src/main/resources/" + Rehearsals.pathOf(handler) + ". " + HOW_TO_RECORD));
        String sample = Path.of(Rehearsals.pathOf(handler)).getFileName().toString();
        assertThatJson(rehearsal.filledFrom(settings).event())
                .as("The event of the rehearsal is events/%s. %s", sample, HOW_TO_RECORD)
                .isEqualTo(Files.readString(EVENTS.resolve(sample)));

        RehearsalResult result = silently(() -> rehearsal.run(handler, settings));
        assertThat(result.unused())
                .as("Recorded responses that the function does not use. %s", HOW_TO_RECORD)
                .isEmpty();
        assertThat(result.lines())
                .as("The log of the rehearsal. If the calls to AWS have changed: %s", HOW_TO_RECORD)
                .singleElement()
                .asString()
                .contains("\"outcome\":\"SUCCESS\"")
                .doesNotContain("\"error\":");
        assertThat(result.answer()).containsPattern("^\\{\"statusCode\":2\\d\\d,");
        checkThreads(() -> silently(() -> rehearsal.run(handler, settings)));
    }

    /** Asserts that not every run leaves a thread behind: threads are part of the snapshot. */
    private static void checkThreads(Work<RehearsalResult> run) throws IOException {
        Set<Thread> before = threads();
        for (int times = 0; times < RUNS; times++) {
            run.run();
        }
        Set<Thread> left = threads();
        left.removeAll(before);
        assertThat(left).hasSizeLessThan(RUNS);
    }

    private static Set<Thread> threads() {
        return new HashSet<>(Thread.getAllStackTraces().keySet());
    }

    private interface Work<T> {
        T run() throws IOException;
    }

    /** Runs work that must print nothing: Lambda would read it as log lines and metrics. */
    private static <T> T silently(Work<T> work) throws IOException {
        PrintStream out = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            return work.run();
        } finally {
            System.setOut(out);
            assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
        }
    }
}
