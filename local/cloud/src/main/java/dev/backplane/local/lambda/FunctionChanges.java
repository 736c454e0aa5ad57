package dev.backplane.local.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.aws.AwsResponses;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Stream;
import software.amazon.awssdk.http.HttpExecuteResponse;

/** The changes of functions, versions and aliases. */
final class FunctionChanges {

    private static final int MAX_LAYERS = 5;

    private final FunctionCatalog functions;
    private final Layers layers;

    FunctionChanges(FunctionCatalog functions, Layers layers) {
        this.functions = functions;
        this.layers = layers;
    }

    HttpExecuteResponse create(FunctionCall call, JsonNode request) {
        if (!call.function().matches("[A-Za-z0-9_-]{1,64}") || !request.hasNonNull("Role")) {
            throw LambdaRefusedException.invalid("FunctionName and Role are required");
        }
        if (functions.find(call.region(), call.function()).isPresent()) {
            throw LambdaRefusedException.conflict("Function already exist: " + call.function());
        }
        ObjectNode configuration = functions.configuration(call.function(), call.resource(), request);
        setLayers(call, configuration, request);
        ObjectNode function = functions.in(call.region()).putObject(call.function());
        function.set(FunctionCatalog.CONFIGURATION, configuration);
        function.putObject(FunctionCatalog.VERSIONS);
        function.putObject(FunctionCatalog.ALIASES);
        functions.save();
        return AwsResponses.rest(201, configuration);
    }

    HttpExecuteResponse update(FunctionCall call, JsonNode request) {
        ObjectNode configuration = functions.get(call).withObjectProperty(FunctionCatalog.CONFIGURATION);
        if (request.propertyStream().anyMatch(member -> !member.getKey().equals(FunctionCatalog.LAYERS))) {
            throw LambdaRefusedException.invalid("The local cloud can only update Layers");
        }
        setLayers(call, configuration, request);
        functions.revised(configuration);
        functions.save();
        return AwsResponses.rest(200, configuration);
    }

    private void setLayers(FunctionCall call, ObjectNode configuration, JsonNode request) {
        if (!request.hasNonNull(FunctionCatalog.LAYERS)) {
            return;
        }
        ArrayNode found = JsonNodeFactory.instance.arrayNode();
        for (JsonNode wanted : request.path(FunctionCatalog.LAYERS)) {
            LayerVersion layer = Optional.of(wanted.asText())
                    .filter(arn -> arn.matches(".+:[0-9]{1,18}"))
                    .flatMap(arn -> LayerId.own(call.region(), arn))
                    .flatMap(id -> layers.find(id.layer(), id.version()))
                    .orElseThrow(() ->
                            LambdaRefusedException.invalid("Layer version " + wanted.asText() + " does not exist."));
            found.addObject()
                    .put("Arn", layer.arn())
                    .put("CodeSize", layer.details().at("/Content/CodeSize").asLong());
        }
        if (found.size() > MAX_LAYERS) {
            throw LambdaRefusedException.invalid("Cannot reference more than 5 layers.");
        }
        if (found.isEmpty()) {
            configuration.remove(FunctionCatalog.LAYERS);
        } else {
            configuration.set(FunctionCatalog.LAYERS, found);
        }
    }

    /** Publishes the configuration, unless it equals that of the last published version. */
    HttpExecuteResponse publish(FunctionCall call) {
        ObjectNode function = functions.get(call);
        ObjectNode versions = function.withObjectProperty(FunctionCatalog.VERSIONS);
        ObjectNode latest = function.withObjectProperty(FunctionCatalog.CONFIGURATION);
        OptionalLong last = versions.propertyStream()
                .mapToLong(version -> Long.parseLong(version.getKey()))
                .max();
        if (last.isPresent()) {
            JsonNode published = versions.get(String.valueOf(last.getAsLong()));
            if (content(published).equals(content(latest))) {
                return AwsResponses.rest(201, published);
            }
        }
        String number = String.valueOf(last.orElse(0) + 1);
        ObjectNode version = FunctionCatalog.numbered(latest.deepCopy(), number);
        versions.set(number, version);
        functions.save();
        return AwsResponses.rest(201, version);
    }

    private static ObjectNode content(JsonNode configuration) {
        return ((ObjectNode) configuration.deepCopy())
                .without(List.of("FunctionArn", "Version", "LastModified", "RevisionId"));
    }

    HttpExecuteResponse createAlias(FunctionCall call, JsonNode request) {
        ObjectNode aliases = functions.get(call).withObjectProperty(FunctionCatalog.ALIASES);
        String name = request.path("Name").asText();
        String arn = call.arn(call.function() + ":" + name);
        if (aliases.has(name)) {
            throw LambdaRefusedException.conflict("Alias already exists: " + arn);
        }
        ObjectNode alias =
                JsonNodeFactory.instance.objectNode().put("AliasArn", arn).put("Name", name);
        point(call, alias, request);
        aliases.set(name, alias);
        functions.save();
        return AwsResponses.rest(201, alias);
    }

    HttpExecuteResponse updateAlias(FunctionCall call, JsonNode request) {
        JsonNode alias = functions.get(call).path(FunctionCatalog.ALIASES).path(call.alias());
        if (!(alias instanceof ObjectNode found)) {
            String arn = call.arn(call.function() + ":" + call.alias());
            throw LambdaRefusedException.notFound("Cannot find alias arn: " + arn);
        }
        point(call, found, request);
        functions.save();
        return AwsResponses.rest(200, found);
    }

    /** Sets the versions that an alias invokes. All of them must exist. */
    private void point(FunctionCall call, ObjectNode alias, JsonNode request) {
        JsonNode weights = request.at("/RoutingConfig/AdditionalVersionWeights");
        Stream.concat(
                        Stream.of(request.path("FunctionVersion")
                                .asText(alias.path("FunctionVersion").asText())),
                        weights.propertyStream().map(Map.Entry::getKey))
                .filter(version -> !version.equals(LambdaContext.VERSION))
                .filter(version ->
                        !functions.get(call).path(FunctionCatalog.VERSIONS).has(version))
                .findFirst()
                .ifPresent(missing -> {
                    throw FunctionCatalog.notFound(call.arn(call.function() + ":" + missing));
                });
        if (request.hasNonNull("FunctionVersion")) {
            alias.set("FunctionVersion", request.get("FunctionVersion"));
        }
        if (weights.isEmpty() && !weights.isMissingNode()) {
            alias.remove("RoutingConfig");
        } else if (!weights.isMissingNode()) {
            alias.set("RoutingConfig", request.get("RoutingConfig"));
        }
        if (request.hasNonNull("Description")) {
            alias.set("Description", request.get("Description"));
        }
        alias.put("RevisionId", UUID.randomUUID().toString());
    }
}
