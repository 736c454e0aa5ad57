package dev.backplane.activity;

import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the resources that an event is about. */
final class Subjects {

    /** Each subject is a row; an event that names more can be found by the first ones. */
    private static final int MAX = 20;

    private Subjects() {}

    /** Returns the subjects of an event; none for an event that is not known. */
    static List<String> of(EntryId id, Obj detail) {
        Map<String, JsonValue> members = detail.members();
        Stream<String> found = switch (id.service()) {
            // A deployment's own from and to are states.
            case "deployments" ->
                id.type().startsWith("Deployment")
                        ? texts(members, "id")
                        : Stream.concat(
                                texts(members, "id", "aliases", "deployment", "from", "to"),
                                members.get("split") instanceof Obj(var split)
                                        ? texts(split, "deployment")
                                        : Stream.empty());
            case "layers" -> layer(members);
            case "tenants" -> texts(members, "tenantId");
            case "pool" -> texts(members, "accountId", "leaseId", "userId");
            case "userdata" -> texts(members, "user", "app", "erasureId");
            default -> Stream.empty();
        };
        return found.filter(Filter::isValidId).distinct().limit(MAX).toList();
    }

    private static Stream<String> layer(Map<String, JsonValue> members) {
        return texts(members, "package")
                .flatMap(name -> texts(members, "region").map(region -> region + "/" + name));
    }

    private static Stream<String> texts(Map<String, JsonValue> members, String... names) {
        return Stream.of(names).flatMap(name -> texts(members.get(name)));
    }

    private static Stream<String> texts(@Nullable JsonValue value) {
        return switch (value) {
            case Text(String text) -> Stream.of(text);
            case Arr(List<JsonValue> elements) ->
                elements.stream().filter(Text.class::isInstance).flatMap(Subjects::texts);
            case null, default -> Stream.empty();
        };
    }
}
