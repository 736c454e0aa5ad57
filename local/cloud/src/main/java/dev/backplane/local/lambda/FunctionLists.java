package dev.backplane.local.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.aws.AwsRequest;
import dev.backplane.local.aws.AwsResponses;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import software.amazon.awssdk.http.HttpExecuteResponse;

/** The lists of functions, versions and aliases. */
final class FunctionLists {

    private static final int MAX_ITEMS = 50;

    private final FunctionCatalog functions;

    FunctionLists(FunctionCatalog functions) {
        this.functions = functions;
    }

    HttpExecuteResponse functions(FunctionCall call, AwsRequest request) {
        boolean all = request.parameter("FunctionVersion").filter("ALL"::equals).isPresent();
        return page(request, "Functions", configurations(call, all));
    }

    HttpExecuteResponse versions(FunctionCall call, AwsRequest request) {
        return page(request, "Versions", versions(functions.get(call)));
    }

    HttpExecuteResponse aliases(FunctionCall call, AwsRequest request) {
        return page(request, "Aliases", aliases(functions.get(call), request));
    }

    private SortedMap<String, JsonNode> configurations(FunctionCall call, boolean all) {
        SortedMap<String, JsonNode> found = new TreeMap<>();
        functions.in(call.region()).propertyStream().forEach(function -> {
            ObjectNode kept = (ObjectNode) function.getValue();
            if (all) {
                versions(kept).forEach((number, one) -> found.put(function.getKey() + "\n" + number, one));
            } else {
                found.put(function.getKey(), kept.path(FunctionCatalog.CONFIGURATION));
            }
        });
        return found;
    }

    /** Returns the unpublished version and then the published ones, in the order of their numbers. */
    private static SortedMap<String, JsonNode> versions(ObjectNode function) {
        SortedMap<String, JsonNode> found = new TreeMap<>();
        ObjectNode latest = function.path(FunctionCatalog.CONFIGURATION).deepCopy();
        found.put("", FunctionCatalog.numbered(latest, LambdaContext.VERSION));
        function.path(FunctionCatalog.VERSIONS)
                .propertyStream()
                .forEach(version -> found.put("%018d".formatted(Long.parseLong(version.getKey())), version.getValue()));
        return found;
    }

    private static SortedMap<String, JsonNode> aliases(ObjectNode function, AwsRequest request) {
        Optional<String> version = request.parameter("FunctionVersion");
        SortedMap<String, JsonNode> found = new TreeMap<>();
        function.path(FunctionCatalog.ALIASES).propertyStream().forEach(alias -> {
            if (version.isEmpty()
                    || version.get()
                            .equals(alias.getValue().path("FunctionVersion").asText())) {
                found.put(alias.getKey(), alias.getValue());
            }
        });
        return found;
    }

    /** Returns one page; Lambda returns at most 50 items, even if more are asked for. */
    private static HttpExecuteResponse page(AwsRequest request, String member, SortedMap<String, JsonNode> all) {
        SortedMap<String, JsonNode> rest =
                request.parameter("Marker").map(marker -> after(all, marker)).orElse(all);
        int max = Math.min(
                request.parameter("MaxItems").map(FunctionLists::maxItems).orElse(MAX_ITEMS), MAX_ITEMS);
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        ArrayNode items = answer.putArray(member);
        Iterator<Map.Entry<String, JsonNode>> entries = rest.entrySet().iterator();
        while (entries.hasNext() && items.size() < max) {
            Map.Entry<String, JsonNode> entry = entries.next();
            items.add(entry.getValue());
            if (items.size() == max && entries.hasNext()) {
                answer.put(
                        "NextMarker",
                        Base64.getUrlEncoder()
                                .withoutPadding()
                                .encodeToString(entry.getKey().getBytes(StandardCharsets.UTF_8)));
            }
        }
        return AwsResponses.rest(200, answer);
    }

    private static SortedMap<String, JsonNode> after(SortedMap<String, JsonNode> all, String marker) {
        try {
            String last = new String(Base64.getUrlDecoder().decode(marker), StandardCharsets.UTF_8);
            // The least text above the last key.
            return all.tailMap(last + "\0");
        } catch (IllegalArgumentException notBase64) {
            throw LambdaRefusedException.invalid("Invalid marker: " + marker);
        }
    }

    private static int maxItems(String text) {
        if (!text.matches("[0-9]{1,5}") || Integer.parseInt(text) < 1 || Integer.parseInt(text) > 10_000) {
            throw new LambdaRefusedException(
                    400,
                    "ValidationException",
                    "1 validation error detected: Value '" + text
                            + "' at 'maxItems' failed to satisfy constraint: Member must be from 1 to 10000");
        }
        return Integer.parseInt(text);
    }
}
