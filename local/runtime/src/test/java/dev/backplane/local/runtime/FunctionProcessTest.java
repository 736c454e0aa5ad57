package dev.backplane.local.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.local.runtime.FunctionProcess.Launch;
import dev.backplane.local.runtime.RuntimeApi.Answer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(value = OS.LINUX, disabledReason = "the runtime client has a native library for Linux alone")
class FunctionProcessTest {

    @TempDir
    private Path folder;

    private final ManagedJava java = new ManagedJava();

    /** Returns its event and environment; fails on request. */
    public static final class Echo implements RequestStreamHandler {

        @Override
        public void handleRequest(InputStream in, OutputStream out, Context context) throws IOException {
            String event = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            if (event.contains("fail")) {
                throw new IllegalStateException("as asked");
            }
            String credentials = System.getenv("AWS_CONTAINER_CREDENTIALS_FULL_URI") == null ? "keys" : "address";
            out.write((event + " " + System.getenv("WORD") + " " + System.getenv("HOME") + " " + credentials)
                    .getBytes(StandardCharsets.UTF_8));
        }
    }

    @BeforeEach
    void putTheFunctionIntoItsFolder() throws IOException {
        String file = Echo.class.getName().replace('.', '/') + ".class";
        Path target = folder.resolve(file);
        Files.createDirectories(target.getParent());
        try (InputStream in = Echo.class.getResourceAsStream("/" + file)) {
            Files.copy(in, target);
        }
    }

    @AfterEach
    void tidy() {
        java.close();
    }

    private Launch launch() {
        return java.launch(folder, Echo.class.getName(), ManagedJava.LAMBDA_FLAGS, Map.of("WORD", "told"));
    }

    private static byte[] event(String text) {
        return ("\"" + text + "\"").getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void invoke_answersWithTheFunctionsOwnEnvironmentAndNothingOfTheCallers() {
        try (FunctionProcess function = new FunctionProcess(launch())) {
            Answer first = function.invoke(event("one"));
            Answer second = function.invoke(event("two"));

            assertThat(first.payload()).isEqualTo("\"one\" told null keys");
            assertThat(second.payload()).startsWith("\"two\"");
            assertThat(function.awaitReady()).isBetween(function.start(), first.nanoTime());
            assertThat(second.nanoTime()).isGreaterThan(first.nanoTime());
            assertThat(function.residentBytes()).isGreaterThan(10_000_000);
            assertThat(function.processorTime()).isPositive();
        }
    }

    @Test
    void invoke_whenTheHandlerFails_tellsWhy() {
        try (FunctionProcess function = new FunctionProcess(launch())) {
            assertThatThrownBy(() -> function.invoke(event("fail")))
                    .isInstanceOf(FunctionFailedException.class)
                    .hasMessageContaining("as asked");
        }
    }

    @Test
    void invoke_whenTheProcessEnds_tellsWhatItPrinted() {
        Launch launch = new Launch(List.of("sh", "-c", "echo no such luck; exit 3"), folder, "none", Map.of());

        try (FunctionProcess function = new FunctionProcess(launch)) {
            assertThatThrownBy(() -> function.invoke(event("one")))
                    .isInstanceOf(FunctionFailedException.class)
                    .hasMessageContaining("ended with 3")
                    .hasMessageContaining("no such luck");
        }
    }

    @Test
    void invoke_afterTheProcessHasEnded_failsAtOnce() {
        Launch launch = new Launch(List.of("sh", "-c", "echo no such luck; exit 3"), folder, "none", Map.of());

        try (FunctionProcess function = new FunctionProcess(launch)) {
            assertThatThrownBy(function::awaitReady).hasMessageContaining("ended with 3");

            assertThatThrownBy(() -> function.invoke(event("one")))
                    .isInstanceOf(FunctionFailedException.class)
                    .hasMessageContaining("ended with 3");
        }
    }

    @Test
    void restore_letsAFunctionGoOnThatWaitedInItsSnapshot() {
        try (FunctionProcess function = new FunctionProcess(launch().withSnapshot())) {
            function.awaitSnapshot();
            long snapshot = System.nanoTime();
            function.restore();

            assertThat(function.invoke(event("one")).payload()).isEqualTo("\"one\" told null address");
            assertThat(function.awaitReady()).isGreaterThan(snapshot);
        }
    }
}
