package dev.backplane.local.e2e;

import dev.backplane.local.LocalCloud;
import dev.backplane.local.LocalServer;
import dev.backplane.local.cloudformation.template.TemplateEdit;
import dev.backplane.local.stepfunctions.TimeScale;
import java.io.IOException;
import java.nio.file.Path;

/** A suite whose stage cleans the accounts of its pool itself. */
final class CleaningSuite {

    private static final String SETTINGS = """
            {"packaging":"snapstart","edge":"true","cleanupImage":"nuke:3","cleanupRegions":"global,us-east-1",\
            "cleanupDryRun":"false","poolAccessRole":"backplane-access","poolRevocationRole":"backplane-revocation",\
            "poolExternalId":"backplane-local"}""";

    private CleaningSuite() {}

    /** Synthesizes the templates into a folder and runs them. */
    static LocalServer start(Path folder, TemplateEdit edit) throws IOException, InterruptedException {
        Path templates = Synthesis.of(folder, SETTINGS);
        return Suite.serve(LocalCloud.Options.of(templates).withEdit(edit).withSpeed(new TimeScale(2000)));
    }
}
