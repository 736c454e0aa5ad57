package dev.backplane.platform.testing;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.rehearsal.Performance;
import dev.backplane.platform.rehearsal.Rehearsal;
import dev.backplane.platform.rehearsal.Rehearsals;
import dev.backplane.platform.schedules.ScheduleHandler;
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

/** What each service's tests ask of the rehearsals of its functions. */
public final class RehearsalChecks {

    private static final Path EVENTS = Path.of("../../events");
    private static final int RUNS = 5;

    private RehearsalChecks() {}

    /** Returns the functions of a service. */
    public static List<Class<? extends RequestStreamHandler>> functions(JavaClasses classes) {
        return classes.stream()
                .filter(type -> type.isAssignableTo(RequestStreamHandler.class))
                .filter(type -> !type.getModifiers().contains(JavaModifier.ABSTRACT))
                .<Class<? extends RequestStreamHandler>>map(RehearsalChecks::handler)
                .toList();
    }

    private static Class<? extends RequestStreamHandler> handler(JavaClass type) {
        return type.reflect().asSubclass(RequestStreamHandler.class);
    }

    /** Asserts that a function's rehearsal is of its sample and does what the function does when all is well. */
    public static void check(Class<? extends RequestStreamHandler> handler, Settings settings) throws IOException {
        Rehearsal rehearsal = Rehearsals.of(handler)
                .orElseThrow(() -> new AssertionError("there is no " + Rehearsals.pathOf(handler)));
        String sample = Path.of(Rehearsals.pathOf(handler)).getFileName().toString();
        assertThatJson(rehearsal.filledFrom(settings).event()).isEqualTo(Files.readString(EVENTS.resolve(sample)));

        Performance performance = silently(() -> rehearsal.play(handler, settings));
        assertThat(performance.left()).isEmpty();
        assertThat(performance.lines())
                .singleElement()
                .asString()
                .contains("\"outcome\":\"SUCCESS\"")
                .doesNotContain("\"error\":");
        if (HttpHandler.class.isAssignableFrom(handler)) {
            assertThat(performance.answer()).containsPattern("^\\{\"statusCode\":2\\d\\d,");
        } else if (ScheduleHandler.class.isAssignableFrom(handler)) {
            assertThat(performance.answer()).isEmpty();
        } else {
            assertThat(performance.answer()).startsWith("{").doesNotContain("itemIdentifier");
        }
        checkThreads(() -> silently(() -> rehearsal.play(handler, settings)));
    }

    /** Asserts that not each run leaves a thread: there are a thousand before a snapshot, and Lambda allows no more. */
    private static void checkThreads(Work<Performance> run) throws IOException {
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

    /** Lambda takes for metrics whatever is printed. */
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
