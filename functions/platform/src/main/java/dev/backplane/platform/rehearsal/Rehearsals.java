package dev.backplane.platform.rehearsal;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

/** The rehearsals in the jars of the services, at most one per function. */
public final class Rehearsals {

    private Rehearsals() {}

    /** Returns the path of a function's rehearsal in its jar. */
    public static String pathOf(Class<? extends RequestStreamHandler> handler) {
        return "rehearsals/" + Rehearsal.nameOf(handler) + ".json";
    }

    /** Returns the rehearsal of a function, if it has one. */
    public static Optional<Rehearsal> of(Class<? extends RequestStreamHandler> handler) throws IOException {
        try (InputStream in = handler.getClassLoader().getResourceAsStream(pathOf(handler))) {
            return in == null
                    ? Optional.empty()
                    : Optional.of(read(new String(in.readAllBytes(), StandardCharsets.UTF_8)));
        }
    }

    /** Parses a rehearsal. */
    public static Rehearsal read(String json) throws IOException {
        try {
            Obj rehearsal = (Obj) JsonValue.parse(json);
            return new Rehearsal(
                    Instant.parse(text(rehearsal, "at")),
                    member(rehearsal, "event").compact(),
                    ((Arr) member(rehearsal, "answers"))
                            .elements().stream()
                                    .map(answer -> answer((Obj) answer))
                                    .toList());
        } catch (JsonSyntaxException e) {
            throw new IOException("The rehearsal is not valid JSON", e);
        }
    }

    private static RecordedResponse answer(Obj answer) {
        JsonValue body = member(answer, "body");
        return new RecordedResponse(
                text(answer, "call"),
                Integer.parseInt(((Num) member(answer, "status")).literal()),
                // A body that is not JSON is recorded as a string.
                body instanceof Text(String value) ? value : body.compact());
    }

    private static String text(Obj object, String name) {
        return ((Text) member(object, name)).value();
    }

    private static JsonValue member(Obj object, String name) {
        JsonValue value = object.members().get(name);
        if (value == null) {
            throw new IllegalArgumentException("The rehearsal has no " + name);
        }
        return value;
    }
}
