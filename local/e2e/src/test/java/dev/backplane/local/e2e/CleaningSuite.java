package dev.backplane.local.e2e;

import dev.backplane.local.LocalCloud;
import dev.backplane.local.LocalServer;
import dev.backplane.local.cloudformation.template.TemplateEdit;
import dev.backplane.local.stepfunctions.TimeScale;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A suite whose stage cleans the accounts of its pool itself. */
final class CleaningSuite {

    private static final String SETTINGS = """
            {"packaging":"snapstart","edge":"true","cleanupImage":"nuke:3","cleanupRegions":"global,us-east-1",\
            "cleanupDryRun":"false"}""";

    private CleaningSuite() {}

    /** Synthesizes the templates into a folder and runs them. */
    static LocalServer start(Path folder, TemplateEdit edit) throws IOException, InterruptedException {
        synthesize(folder);
        return Suite.serve(
                LocalCloud.Options.of(folder.resolve("cdk.out")).withEdit(edit).withSpeed(new TimeScale(2000)));
    }

    private static void synthesize(Path folder) throws IOException, InterruptedException {
        Path infra = Suite.ROOT.resolve("infra").toRealPath();
        Path log = folder.resolve("log");
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
        app.environment().put("CDK_OUTDIR", folder.resolve("cdk.out").toString());
        app.environment().put("CDK_VALIDATION", "false");
        app.environment().put("CDK_CONTEXT_JSON", SETTINGS);
        Process run = app.start();
        if (!run.waitFor(10, TimeUnit.MINUTES) || run.exitValue() != 0) {
            run.destroyForcibly();
            throw new AssertionError("the templates were not synthesized: " + Files.readString(log));
        }
    }
}
