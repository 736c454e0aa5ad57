package dev.backplane.infra;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.backplane.infra.settings.InvalidSettingsException;
import dev.backplane.infra.settings.TenantOptions;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Sha256;
import dev.backplane.tenants.StackInputs;
import dev.backplane.tenants.StackParameter;
import dev.backplane.tenants.StackVersion;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the stacks of tenants are deployed with.
 *
 * @param parameters the names of the parameters that the template declares
 * @param tierParameters the values of the operator's parameters by tier, and under an empty name for tenants without one;
 *     empty for the built-in template
 */
record TenantDefinition(
        TenantTemplate template,
        StackVersion version,
        List<String> parameters,
        SortedMap<String, SortedMap<String, String>> tierParameters,
        boolean keys) {

    /** The versions of a template, in its folder. */
    static final String VERSIONS = "tenant-template-versions.txt";

    private static final String VERSION_TXT = "version.txt";
    private static final JsonMapper JSON = new JsonMapper();
    private static final int DIGEST_LENGTH = 16;

    // An environment has 4 KB, and the function has other settings.
    private static final int MAX_PARAMETERS_LENGTH = 2000;

    /** Reads the definition of a stage. Throws one exception with all problems of the operator's template. */
    static TenantDefinition of(Workspace workspace, TenantOptions options) {
        return options.template()
                .map(file -> ofOperator(workspace, file, options))
                .orElseGet(() -> builtIn(workspace));
    }

    private static TenantDefinition builtIn(Workspace workspace) {
        TenantTemplate template = TenantTemplate.synthesize();
        JsonNode json = TenantTemplateFile.parse("tenant.template.json", template.text());
        return new TenantDefinition(template, workspace.tenantStackVersion(), parameters(json), new TreeMap<>(), false);
    }

    private static TenantDefinition ofOperator(Workspace workspace, String file, TenantOptions options) {
        JsonNode json = TenantTemplateFile.parse(file, workspace.find(file).orElseThrow(() -> missing(file)));
        TenantTemplate template = TenantTemplate.of(json);
        List<String> problems = new ArrayList<>();
        TenantTemplateCheck.problems(json, options).forEach(problem -> problems.add(file + ": " + problem));
        Optional<StackVersion> version = version(workspace, Path.of(file), template, problems);
        SortedMap<String, SortedMap<String, String>> tiers = tierParameters(json, options);
        if (json(tiers).length() > MAX_PARAMETERS_LENGTH) {
            problems.add("cdk.json: tenants.tiers: the parameters of all tiers have "
                    + json(tiers).length()
                    + " characters as JSON; at most " + MAX_PARAMETERS_LENGTH
                    + " are possible. Use shorter values, or map the parameter Tier to them in the template");
        }
        if (!problems.isEmpty()) {
            throw new InvalidSettingsException(
                    "The template of tenants cannot be used:\n  " + String.join("\n  ", problems));
        }
        return new TenantDefinition(template, version.orElseThrow(), parameters(json), tiers, hasKeys(json));
    }

    private static boolean hasKeys(JsonNode template) {
        return template.path("Resources")
                .valueStream()
                .anyMatch(resource -> resource.path("Type").asText().equals("AWS::SQS::Queue")
                        && resource.path("Properties").has("KmsMasterKeyId"));
    }

    private static InvalidSettingsException missing(String file) {
        return new InvalidSettingsException(
                file + " does not exist; tenants.template is a file in the project, relative to cdk.json");
    }

    private static Optional<StackVersion> version(
            Workspace workspace, Path file, TenantTemplate template, List<String> problems) {
        String versionFile = file.resolveSibling(VERSION_TXT).toString();
        String linesFile = file.resolveSibling(VERSIONS).toString();
        Optional<String> text = workspace.find(versionFile).map(String::strip);
        List<String> lines = workspace
                .find(linesFile)
                .map(String::lines)
                .map(all -> all.toList())
                .orElseGet(List::of);
        if (text.isEmpty()) {
            problems.add(versionFile + " does not exist: create it with a version, such as 1.0.0, and " + linesFile
                    + " with this line: 1.0.0 " + template.hash());
            return Optional.empty();
        }
        try {
            StackVersion version = StackVersion.parse(text.get());
            new TenantVersionGuard(versionFile, linesFile, lines)
                    .complaint(version.value(), template.hash())
                    .ifPresent(problems::add);
            return Optional.of(version);
        } catch (InvalidValueException malformed) {
            problems.add(versionFile + " " + malformed.getMessage());
            return Optional.empty();
        }
    }

    private static List<String> parameters(JsonNode template) {
        return template.path("Parameters")
                .propertyStream()
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    /** Returns every parameter that the operator sets with its value, also where it is the default. */
    private static SortedMap<String, SortedMap<String, String>> tierParameters(JsonNode json, TenantOptions options) {
        SortedMap<String, String> defaults = new TreeMap<>();
        json.path("Parameters").properties().forEach(parameter -> {
            if (!StackParameter.isOfTheService(parameter.getKey())
                    || parameter.getKey().equals(StackParameter.TIER)) {
                defaults.put(
                        parameter.getKey(), parameter.getValue().path("Default").asText());
            }
        });
        SortedMap<String, SortedMap<String, String>> tiers = new TreeMap<>();
        tiers.put(StackInputs.key(Optional.empty()), defaults);
        options.tiers().forEach((tier, values) -> {
            SortedMap<String, String> all = new TreeMap<>(defaults);
            all.putAll(values);
            all.computeIfPresent(StackParameter.TIER, (_, _) -> tier);
            tiers.put(tier, all);
        });
        return tiers;
    }

    /** Returns the tiers' parameters for a setting. */
    String tierParametersJson() {
        return json(tierParameters);
    }

    /** Returns digests that change with the template and with the parameters of a tier. */
    StackInputs inputs() {
        SortedMap<String, String> digests = new TreeMap<>();
        tierParameters.forEach((tier, values) ->
                digests.put(tier, Sha256.hex(template.hash() + json(values)).substring(0, DIGEST_LENGTH)));
        return new StackInputs(digests);
    }

    private static String json(Map<String, ?> values) {
        try {
            return JSON.writeValueAsString(values);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
