package dev.backplane.bench.warm;

import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The sample event of a function: a complete request as API Gateway sends it. */
public record SampleEvent(String text) {

    /** Returns the sample of a function, such as {@code GetQueue}. */
    public static SampleEvent of(String function) {
        String path = "/events/" + function + ".json";
        try (InputStream in = Objects.requireNonNull(SampleEvent.class.getResourceAsStream(path), path)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return new SampleEvent(JsonValue.parse(text).compact());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (JsonSyntaxException e) {
            throw new IllegalStateException(path + " is not valid JSON", e);
        }
    }

    /** Returns this event with a string replaced. */
    public SampleEvent with(String words, String others) {
        if (!text.contains(words)) {
            throw new IllegalArgumentException("The event does not contain " + words);
        }
        return new SampleEvent(text.replace(words, others));
    }

    public byte[] bytes() {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
