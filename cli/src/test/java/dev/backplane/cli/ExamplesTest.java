package dev.backplane.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.backplane.cli.http.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The programs in the folder examples, with the responses of the API descriptions. */
@DisabledOnOs(OS.WINDOWS)
class ExamplesTest {

    private static final Path EXAMPLES = Path.of("../examples");
    private static final Pattern COMMAND = Pattern.compile("(?m)(?:run: |^ +)backplane (.*)$");

    private final StubSuite suite = new StubSuite();

    @TempDir
    private Path folder;

    @AfterEach
    void stop() {
        suite.close();
    }

    @Test
    void java_lendsAnAccount() throws Exception {
        suite.responds(503, "{\"code\":\"CONTENDED\"}", Map.of("retry-after", "0"))
                .responds(201, "{\"leaseId\":\"l1\"}");

        Run run = run(java(), EXAMPLES.resolve("java/LendAccount.java").toString(), "ann");

        assertThat(run.out()).isEqualTo("{\"leaseId\":\"l1\"}\n");
        assertThat(suite.requests())
                .hasSize(2)
                .allSatisfy(request -> assertThat(request.body()).contains("\"ann\""));
        assertThat(suite.requests().get(0).headers().get("Idempotency-key"))
                .isEqualTo(suite.requests().get(1).headers().get("Idempotency-key"));
    }

    @Test
    void java_tellsWhichLeaseThePersonHas() throws Exception {
        suite.responds(409, "{\"code\":\"USER_HAS_LEASE\",\"leaseId\":\"l1\"}");

        Run run = run(java(), EXAMPLES.resolve("java/LendAccount.java").toString(), "ann");

        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.out()).isEqualTo("ann has the lease l1 already.\n");
    }

    @Test
    void python_replacesOnlyWhatItHasRead() throws Exception {
        suite.responds(409, "{}")
                .responds(200, "[\"A\"]", Map.of("ETag", "\"1\""))
                .responds(412, "{}")
                .responds(200, "[\"A\",\"C\"]", Map.of("ETag", "\"2\""))
                .responds(200, "{}");

        Run run = run(python(), EXAMPLES.resolve("python/wishlist.py").toString(), "ann", "B");

        assertThat(run.out()).isEqualTo("[\"A\", \"C\", \"B\"]\n");
        assertThat(suite.requests().getLast().headers().get("If-match")).containsExactly("\"2\"");
        assertThat(suite.requests().getLast().body()).isEqualTo("[\"A\", \"C\", \"B\"]");
    }

    @Test
    void cleaner_reportsTheResult_andLeavesAnOlderAttempt() throws Exception {
        suite.responds(200, "{}").responds(409, "{\"code\":\"CLEANUP_NOT_CURRENT\"}");
        Path script = Files.writeString(folder.resolve("run.py"), """
                import sys
                sys.path.insert(0, sys.argv[1])
                from handler import handler
                event = {"detail": {"accountId": "000000000001", "attemptId": "a-1"}}
                print(handler(event, None)["accepted"], handler(event, None)["accepted"])
                """);

        Run run = run(
                python(), "-B", script.toString(), EXAMPLES.resolve("cleaner").toString());

        assertThat(run.out()).isEqualTo("True False\n");
        assertThat(suite.requests().getFirst().line()).isEqualTo("PUT /pool/accounts/000000000001/cleanups/a-1");
        assertThat(suite.requests().getFirst().body()).isEqualTo("{\"result\": \"succeeded\"}");
    }

    /** Commands that the parser refuses, or that need another value, end with the code of wrong usage. */
    @Test
    void pipeline_usesCommandsThatExist() throws IOException {
        String pipeline = Files.readString(EXAMPLES.resolve("pipeline/deploy.yml"));
        assertThat(new YAMLMapper().readTree(pipeline).at("/jobs/deploy/steps")).hasSizeGreaterThan(4);
        Path routes = Files.writeString(folder.resolve("routes.json"), "[{\"src\": \"/cart\"}]");

        List<String> commands = COMMAND.matcher(pipeline)
                .results()
                .map((MatchResult match) -> match.group(1)
                        .replaceAll("\\$\\{\\{[^}]*}}", "https://suite.example")
                        .replaceAll("\\$\\w+", "x.example")
                        .replace('"', '\'')
                        .replace("@routes.json", "@" + routes))
                .toList();

        assertThat(commands).hasSize(5);
        for (String command : commands) {
            assertThat(Run.Setup.at(suite.address())
                            .without("BACKPLANE_URL")
                            .with("BACKPLANE_CLIENT_SECRET", "s")
                            .with("BACKPLANE_TOKEN", "t")
                            .run(Run.words(
                                    command + (command.startsWith("login") ? " --help" : " --url " + suite.address())))
                            .exit())
                    .as(command)
                    .isNotEqualTo(Failure.Kind.USAGE.exitCode());
        }
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static String python() throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder("python3", "--version").start();
        } catch (IOException e) {
            process = new ProcessBuilder("false").start();
        }
        assumeTrue(process.waitFor() == 0, "python3 is not installed");
        return "python3";
    }

    private Run run(String... command) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("BACKPLANE_URL", suite.address().toString());
        builder.environment().put("BACKPLANE_TOKEN", "t");
        builder.environment()
                .keySet()
                .removeIf(name -> name.toLowerCase(Locale.ROOT).endsWith("_proxy"));
        Process process = builder.start();
        try {
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Run(process.exitValue(), Files.readString(output), "");
    }
}
