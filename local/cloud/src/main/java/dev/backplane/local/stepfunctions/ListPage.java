package dev.backplane.local.stepfunctions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Function;

/** A page of a list. The token is the index of the next item. */
final class ListPage {

    private static final int STANDARD = 100;
    private static final int LARGEST = 1_000;

    private final int from;
    private final int to;
    private final int size;

    ListPage(JsonNode request, int size) throws StepFunctionsException {
        int wanted = request.path("maxResults").asInt();
        if (wanted < 0 || wanted > LARGEST) {
            throw new StepFunctionsException("ValidationException", "maxResults must be from 0 to " + LARGEST);
        }
        this.size = size;
        this.from = request.hasNonNull("nextToken")
                ? position(request.path("nextToken").asText())
                : 0;
        this.to = Math.min(size, from + (wanted == 0 ? STANDARD : wanted));
    }

    private int position(String token) throws StepFunctionsException {
        try {
            int position = Integer.parseInt(token);
            if (position >= 0 && position <= size) {
                return position;
            }
        } catch (NumberFormatException notOurs) {
            // handled below
        }
        throw new StepFunctionsException("InvalidToken", "Invalid Token: '" + token + "'");
    }

    <T> ObjectNode answer(String name, List<T> all, Function<T, ObjectNode> json) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        ArrayNode items = answer.putArray(name);
        all.subList(from, to).forEach(item -> items.add(json.apply(item)));
        if (to < size) {
            answer.put("nextToken", String.valueOf(to));
        }
        return answer;
    }
}
