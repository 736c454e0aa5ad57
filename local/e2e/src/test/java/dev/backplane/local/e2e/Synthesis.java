package dev.backplane.local.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Synthesizes the templates of a stage with other settings than those of {@link Suite#TEMPLATES}. */
final class Synthesis {

    private Synthesis() {}

    /**
     * Synthesizes the stage dev and returns the folder with the templates.
     *
     * @param folder gets the templates and the log of the CDK app
     * @param settings overrides of settings, as JSON
     */
    static Path of(Path folder, String settings) throws IOException, InterruptedException {
        Path infra = Suite.ROOT.resolve("infra").toRealPath();
        Path log = folder.resolve("log");
        Path templates = folder.resolve("cdk.out");
        ProcessBuilder app = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        infra.resolve("target/classes") + ":"
                                + Files.readString(infra.resolve("target/classpath"))
                                        .strip(),
                        "dev.backplane.infra.BackplaneApp"))
                .directory(infra.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        app.environment().put("CDK_OUTDIR", templates.toString());
        app.environment().put("CDK_VALIDATION", "false");
        app.environment().put("CDK_CONTEXT_JSON", settings);
        Process run = app.start();
        if (!run.waitFor(10, TimeUnit.MINUTES) || run.exitValue() != 0) {
            run.destroyForcibly();
            throw new AssertionError("the templates were not synthesized: " + Files.readString(log));
        }
        return templates;
    }
}
