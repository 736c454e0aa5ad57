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

/** The rehearsals that the jars of the services carry, one a function. */
public final class Rehearsals {

    private Rehearsals() {}

    /** Returns where in its jar the rehearsal of a function is. */
    public static String pathOf(Class<? extends RequestStreamHandler> handler) {
        return "rehearsals/" + Rehearsal.nameOf(handler) + ".json";
    }

    /** Returns the rehearsal of a function. */
    public static Optional<Rehearsal> of(Class<? extends RequestStreamHandler> handler) throws IOException {
        try (InputStream in = handler.getClassLoader().getResourceAsStream(pathOf(handler))) {
            return in == null
                    ? Optional.empty()
                    : Optional.of(read(new String(in.readAllBytes(), StandardCharsets.UTF_8)));
        }
    }

    /** Reads a rehearsal as the jars have it. */
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
            throw new IOException("a rehearsal is not JSON", e);
        }
    }

    private static RecordedAnswer answer(Obj answer) {
        JsonValue body = member(answer, "body");
        return new RecordedAnswer(
                text(answer, "call"),
                Integer.parseInt(((Num) member(answer, "status")).literal()),
                // What is not JSON is kept as a text.
                body instanceof Text(String value) ? value : body.compact());
    }

    private static String text(Obj object, String name) {
        return ((Text) member(object, name)).value();
    }

    private static JsonValue member(Obj object, String name) {
        JsonValue value = object.members().get(name);
        if (value == null) {
            throw new IllegalArgumentException("a rehearsal lacks " + name);
        }
        return value;
    }
}
