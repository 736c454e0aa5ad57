package dev.backplane.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Starts the local cloud in a separate process, as the command does. */
@Timeout(600)
class LocalMainTest {

    private static final Pattern READY = Pattern.compile("ready at (http://127\\.0\\.0\\.1:\\d+) after");

    @TempDir
    private Path folder;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void stopAll() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void main_whenOptionIsUnknown_printsUsageAndExitsWith2() throws Exception {
        Process process = start("--nonsense");
        assertThat(process.waitFor()).isEqualTo(2);
        assertThat(errors(process)).startsWith("Unknown option --nonsense").contains("Usage:", "--port N");
    }

    @Test
    void main_whenAskedForHelp_printsUsageAndExitsWith0() throws Exception {
        Process process = start("--help");
        assertThat(process.waitFor()).isZero();
        assertThat(process.inputReader().readLine()).startsWith("Usage:");
    }

    @Test
    void main_whenPortIsTaken_saysSoInOneLineAndExitsWith1() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Process process = start("--port", Integer.toString(taken.getLocalPort()));
            assertThat(process.waitFor()).isEqualTo(1);
            assertThat(errors(process))
                    .isEqualTo("Port " + taken.getLocalPort() + " is in use; choose another with --port N.\n");
        }
    }

    @Test
    void main_whenTemplateHasUnknownType_namesItAndExitsWith1() throws Exception {
        template("{\"Resources\": {\"Robot\": {\"Type\": \"AWS::RoboMaker::Robot\"}}}");
        Process process = start("--port", "0", "--templates", folder.toString());
        assertThat(process.waitFor()).isEqualTo(1);
        assertThat(errors(process)).contains("Test", "Robot", "AWS::RoboMaker::Robot");
    }

    @Test
    void main_whenTheDataFolderCannotBeMade_namesItAndTheReason() throws Exception {
        template("{\"Resources\": {}}");
        Path file = Files.createFile(folder.resolve("file"));
        Process process = start("--port", "0", "--templates", folder.toString(), "--data", file.toString());
        assertThat(process.waitFor()).isEqualTo(1);
        assertThat(errors(process))
                .startsWith("Cannot start: cannot use the data folder " + file)
                .contains("FileAlreadyExistsException");
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "a process cannot be asked to stop there, only be killed")
    void main_servesUntilItIsToldToStop() throws Exception {
        template("{\"Resources\": {}}");
        Process process = start("--port", "0", "--templates", folder.toString());
        BufferedReader output = process.inputReader();
        Matcher ready = READY.matcher(output.readLine());
        assertThat(ready.find()).isTrue();
        assertThat(status(ready.group(1) + "/_backplane/health")).isEqualTo(200);
        process.toHandle().destroy(); // unlike Process.destroy, leaves the output open
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isZero();
        assertThat(output.lines()).last().isEqualTo("Backplane has stopped.");
    }

    private Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                LocalMain.class.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).start();
        started.add(process);
        return process;
    }

    private void template(String text) throws IOException {
        Files.writeString(folder.resolve("Test.template.json"), text);
    }

    private static String errors(Process process) throws IOException {
        return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static int status(String url) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
            return client.send(request, BodyHandlers.ofString()).statusCode();
        }
    }
}
