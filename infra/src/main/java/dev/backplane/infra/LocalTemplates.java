package dev.backplane.infra;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awscdk.App;

/** Writes the templates that the local cloud runs, to the folder in the first argument. */
public final class LocalTemplates {

    /**
     * What differs from the stage {@code dev}. AOT packages are built from the output of the build and do not exist yet.
     * Locally, the console and the APIs always share one address, layers have parameters, and the accounts of the pool
     * can be used.
     */
    private static final Map<String, String> CONTEXT = Map.of(
            "packaging", "snapstart",
            "edge", "true",
            "layerParameterPrefix", "backplane",
            "poolAccessRole", "backplane-access",
            "poolRevocationRole", "backplane-revocation",
            "poolExternalId", "backplane-local");

    private LocalTemplates() {}

    public static void main(String[] args) {
        Workspace workspace = Workspace.around(Path.of(""));
        Map<String, Object> context = new TreeMap<>(workspace.context());
        context.putAll(CONTEXT);
        BackplaneApp.synthesize(
                App.Builder.create().context(context).outdir(args[0]).build(), workspace);
    }
}
