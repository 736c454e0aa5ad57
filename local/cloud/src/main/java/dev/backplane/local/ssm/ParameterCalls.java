package dev.backplane.local.ssm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;

/** The calls of Parameter Store in one region, with AWS's limits and errors. */
final class ParameterCalls {

    private static final int MAX_NAMES = 10;
    private static final int STANDARD_BYTES = 4096;
    private static final int ADVANCED_BYTES = 8192;
    private static final String STANDARD = "Standard";
    private static final String ADVANCED = "Advanced";
    private static final Set<String> TIERS = Set.of(STANDARD, ADVANCED, "Intelligent-Tiering");

    private final Parameters parameters;
    private final Clock clock;
    private final String region;

    ParameterCalls(Parameters parameters, Clock clock, String region) {
        this.parameters = parameters;
        this.clock = clock;
        this.region = region;
    }

    ObjectNode put(JsonNode request) {
        String name = text(request, "Name");
        ParameterNames.check(name);
        String value = text(request, "Value");
        checkType(request.path("Type").asText(""));
        Parameter written = parameters.change(region, name, current -> {
            if (current.isPresent() && !request.path("Overwrite").asBoolean()) {
                throw new SsmException(
                        "ParameterAlreadyExists",
                        "The parameter already exists. To overwrite this value, set the overwrite option in the request"
                                + " to true.");
            }
            if (current.isEmpty() && !request.hasNonNull("Type")) {
                throw SsmException.invalid("A parameter type is required when you create a parameter.");
            }
            return new Parameter(
                    value,
                    tier(request, value, current),
                    current.map(Parameter::version).orElse(0L) + 1,
                    clock.instant().truncatedTo(ChronoUnit.MILLIS));
        });
        return object().put("Version", written.version()).put("Tier", written.tier());
    }

    private static void checkType(String type) {
        if (!type.isEmpty() && !type.equals("String")) {
            throw new SsmException(
                    "UnsupportedParameterType", "The local cloud supports parameters of type String only.");
        }
    }

    private static String tier(JsonNode request, String value, Optional<Parameter> current) {
        String wanted = request.path("Tier").asText(STANDARD);
        if (!TIERS.contains(wanted)) {
            throw SsmException.invalid("1 validation error detected: Value '" + wanted
                    + "' at 'tier' failed to satisfy constraint: Member must satisfy enum value set: "
                    + List.of(ADVANCED, "Intelligent-Tiering", STANDARD));
        }
        boolean isLarge = value.getBytes(StandardCharsets.UTF_8).length > STANDARD_BYTES;
        boolean isAdvanced =
                current.filter(parameter -> parameter.tier().equals(ADVANCED)).isPresent();
        if (wanted.equals(STANDARD) && isAdvanced && request.hasNonNull("Tier")) {
            throw SsmException.invalid(
                    "This parameter uses the advanced-parameter tier. You can't downgrade a parameter"
                            + " from the advanced-parameter tier to the standard-parameter tier.");
        }
        if (wanted.equals(STANDARD) && !isAdvanced && isLarge) {
            throw SsmException.invalid("Standard tier parameters support a maximum parameter value of " + STANDARD_BYTES
                    + " characters. To create a larger parameter value, upgrade the parameter to use the"
                    + " advanced-parameter tier.");
        }
        if (value.getBytes(StandardCharsets.UTF_8).length > ADVANCED_BYTES) {
            throw SsmException.invalid(
                    "Advanced tier parameters support a maximum parameter value of " + ADVANCED_BYTES + " characters.");
        }
        return wanted.equals(ADVANCED) || isAdvanced || isLarge ? ADVANCED : STANDARD;
    }

    ObjectNode get(JsonNode request) {
        String name = text(request, "Name");
        return object().set("Parameter", find(name).orElseThrow(SsmException::notFound));
    }

    ObjectNode getAll(JsonNode request) {
        ObjectNode answer = object();
        ArrayNode found = answer.putArray("Parameters");
        ArrayNode invalid = answer.putArray("InvalidParameters");
        for (String name : names(request)) {
            find(name).ifPresentOrElse(found::add, () -> invalid.add(name));
        }
        return answer;
    }

    /** Finds a parameter; the name may end with {@code :<version>}. */
    private Optional<ObjectNode> find(String name) {
        int colon = name.indexOf(':');
        String bare = colon < 0 ? name : name.substring(0, colon);
        String selector = colon < 0 ? "" : name.substring(colon);
        return parameters.find(region, bare).map(parameter -> {
            if (!selector.isEmpty() && !selector.equals(":" + parameter.version())) {
                throw new SsmException(
                        "ParameterVersionNotFound",
                        "Systems Manager could not find version " + selector.substring(1) + " of " + bare
                                + ". Verify the version and try again.");
            }
            ObjectNode json = parameter.json(region, bare);
            return selector.isEmpty() ? json : json.put("Selector", selector);
        });
    }

    ObjectNode getByPath(JsonNode request) {
        String path = ParameterNames.checkedPath(text(request, "Path"));
        int max = request.path("MaxResults").asInt(MAX_NAMES);
        if (max < 1 || max > MAX_NAMES) {
            throw SsmException.invalid("1 validation error detected: Value '" + max
                    + "' at 'maxResults' failed to satisfy constraint: Member must have value between 1 and "
                    + MAX_NAMES);
        }
        NavigableMap<String, Parameter> all = parameters.all(region);
        List<Map.Entry<String, Parameter>> rest = all.tailMap(after(request), false).entrySet().stream()
                .filter(entry ->
                        isBelow(path, entry.getKey(), request.path("Recursive").asBoolean()))
                .toList();
        ObjectNode answer = object();
        ArrayNode found = answer.putArray("Parameters");
        rest.stream().limit(max).forEach(entry -> found.add(entry.getValue().json(region, entry.getKey())));
        if (rest.size() > max) {
            answer.put("NextToken", token(rest.get(max - 1).getKey()));
        }
        return answer;
    }

    private static boolean isBelow(String path, String name, boolean recursive) {
        String full = name.startsWith("/") ? name : "/" + name;
        return full.startsWith(path + "/") && (recursive || full.indexOf('/', path.length() + 1) < 0);
    }

    private static String token(String last) {
        return Base64.getUrlEncoder().encodeToString(last.getBytes(StandardCharsets.UTF_8));
    }

    private static String after(JsonNode request) {
        try {
            return new String(
                    Base64.getUrlDecoder().decode(request.path("NextToken").asText("")), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notBase64) {
            throw new SsmException("InvalidNextToken", "The specified token isn't valid.");
        }
    }

    ObjectNode delete(JsonNode request) {
        if (!parameters.delete(region, text(request, "Name"))) {
            throw SsmException.notFound();
        }
        return object();
    }

    ObjectNode deleteAll(JsonNode request) {
        ObjectNode answer = object();
        ArrayNode deleted = answer.putArray("DeletedParameters");
        ArrayNode invalid = answer.putArray("InvalidParameters");
        for (String name : names(request)) {
            (parameters.delete(region, name) ? deleted : invalid).add(name);
        }
        return answer;
    }

    private static List<String> names(JsonNode request) {
        List<String> names =
                request.path("Names").valueStream().map(JsonNode::asText).toList();
        if (names.isEmpty() || names.size() > MAX_NAMES) {
            throw SsmException.invalid("1 validation error detected: Value at 'names' failed to satisfy constraint:"
                    + " Member must have length between 1 and " + MAX_NAMES);
        }
        return names;
    }

    private static String text(JsonNode request, String member) {
        String value = request.path(member).asText("");
        if (value.isEmpty()) {
            throw SsmException.invalid("1 validation error detected: Value null at '"
                    + member.substring(0, 1).toLowerCase(Locale.ROOT) + member.substring(1)
                    + "' failed to satisfy constraint: Member must not be null");
        }
        return value;
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
