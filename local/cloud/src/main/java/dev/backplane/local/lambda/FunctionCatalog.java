package dev.backplane.local.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.account.Account;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.TemplateResource;
import dev.backplane.local.files.JsonFile;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The configurations, versions and aliases of the functions in every region.
 *
 * <p>Functions of the templates are in the stage's region. Functions that were created through Lambda's API can be
 * listed, but not invoked. Layers have no effect on the code that runs.
 */
public final class FunctionCatalog {

    static final String CONFIGURATION = "configuration";
    static final String VERSIONS = "versions";
    static final String ALIASES = "aliases";
    static final String LAYERS = "Layers";

    private static final String OF_TEMPLATE = "ofTemplate";
    private static final List<String> COPIED =
            List.of("Runtime", "Role", "Handler", "Description", "Timeout", "MemorySize", "Architectures");

    private final JsonFile file;
    private final ObjectNode regions;
    private final Clock clock;

    private FunctionCatalog(JsonFile file, Clock clock) {
        this.file = file;
        this.regions = file.read();
        this.clock = clock;
    }

    /** Reads the stored functions, and brings those of the templates up to date. */
    public static FunctionCatalog of(CloudTemplates templates, JsonFile file, Clock clock) {
        FunctionCatalog catalog = new FunctionCatalog(file, clock);
        ObjectNode own = catalog.regions.withObjectProperty(Account.REGION);
        List<TemplateResource> functions = templates.ofType(LambdaKinds.FUNCTION);
        List<String> names = functions.stream().map(TemplateResource::ref).toList();
        own.removeIf(stored -> stored.path(OF_TEMPLATE).asBoolean()
                && !names.contains(
                        stored.path(CONFIGURATION).path("FunctionName").asText()));
        functions.forEach(catalog::declare);
        templates.ofType(LambdaKinds.VERSION).forEach(catalog::declareVersion);
        templates.ofType(LambdaKinds.ALIAS).forEach(catalog::declareAlias);
        return catalog;
    }

    private void declare(TemplateResource declared) {
        ObjectNode function = regions.withObjectProperty(Account.REGION).withObjectProperty(declared.ref());
        function.put(OF_TEMPLATE, true);
        ObjectNode configuration = configuration(declared.ref(), declared.arn(), declared.properties());
        JsonNode layers = function.path(CONFIGURATION).path(LAYERS);
        if (!layers.isMissingNode()) {
            configuration.set(LAYERS, layers);
        }
        function.set(CONFIGURATION, configuration);
        function.withObjectProperty(VERSIONS);
        function.withObjectProperty(ALIASES);
    }

    private void declareVersion(TemplateResource declared) {
        FunctionName version = FunctionName.parse(declared.ref());
        function(version).ifPresent(function -> {
            String number = version.qualifier().orElseThrow();
            ObjectNode versions = function.withObjectProperty(VERSIONS);
            if (!versions.has(number)) {
                ObjectNode configuration =
                        function.withObjectProperty(CONFIGURATION).deepCopy();
                configuration.remove(LAYERS);
                versions.set(number, numbered(configuration, number));
            }
        });
    }

    private void declareAlias(TemplateResource declared) {
        FunctionName alias = FunctionName.parse(declared.ref());
        function(alias).ifPresent(function -> {
            String name = alias.qualifier().orElseThrow();
            ObjectNode aliases = function.withObjectProperty(ALIASES);
            if (!aliases.has(name)) {
                aliases.putObject(name)
                        .put("AliasArn", declared.ref())
                        .put("Name", name)
                        .put(
                                "FunctionVersion",
                                declared.properties().path("FunctionVersion").asText())
                        .put("Description", "")
                        .put("RevisionId", UUID.randomUUID().toString());
            }
        });
    }

    private Optional<ObjectNode> function(FunctionName name) {
        return find(Account.REGION, name.name());
    }

    /** Creates the configuration of an unpublished version. */
    ObjectNode configuration(String name, String arn, JsonNode properties) {
        ObjectNode configuration = JsonNodeFactory.instance.objectNode();
        configuration.put("FunctionName", name).put("FunctionArn", arn);
        COPIED.stream().filter(properties::hasNonNull).forEach(key -> configuration.set(key, properties.get(key)));
        configuration
                .put("CodeSize", 0)
                .put("CodeSha256", "")
                .put("PackageType", "Zip")
                .put("Version", LambdaContext.VERSION);
        return revised(configuration);
    }

    /** Marks a configuration as changed now. */
    ObjectNode revised(ObjectNode configuration) {
        return configuration
                .put("LastModified", LambdaTime.format(clock.instant()))
                .put("RevisionId", UUID.randomUUID().toString());
    }

    /** Turns the copy of a configuration into that of a published version. */
    static ObjectNode numbered(ObjectNode copy, String number) {
        String arn = copy.path("FunctionArn").asText();
        return copy.put("FunctionArn", arn + ":" + number).put("Version", number);
    }

    /** Returns the functions of a region by name. */
    ObjectNode in(String region) {
        return regions.withObjectProperty(region);
    }

    Optional<ObjectNode> find(String region, String name) {
        return in(region).path(name) instanceof ObjectNode found ? Optional.of(found) : Optional.empty();
    }

    /** Returns the function of a call, which must exist. */
    ObjectNode get(FunctionCall call) {
        return find(call.region(), call.function()).orElseThrow(() -> notFound(call.resource()));
    }

    static LambdaRefusedException notFound(String arn) {
        return LambdaRefusedException.notFound("Function not found: " + arn);
    }

    /** Stores all changes. */
    void save() {
        file.write(regions);
    }
}
