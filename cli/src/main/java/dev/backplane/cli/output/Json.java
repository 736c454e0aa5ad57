package dev.backplane.cli.output;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.Optional;

/** Reads and writes JSON without losing digits of numbers. */
public final class Json {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS, DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .build();

    private static final YAMLMapper YAML = YAMLMapper.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES, YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .build();

    private Json() {}

    /** Returns the value, if the text is JSON. */
    public static Optional<JsonNode> read(String text) {
        try {
            return Optional.of(MAPPER.readTree(text)).filter(value -> !value.isMissingNode());
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    /** Returns why and where a text is not JSON; empty if it is. */
    public static Optional<String> problem(String text) {
        try {
            MAPPER.readTree(text);
            return Optional.empty();
        } catch (JsonProcessingException e) {
            return Optional.of(
                    e.getOriginalMessage() + " (line " + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr() + ")");
        }
    }

    static String pretty(JsonNode value) {
        return write(() -> MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value));
    }

    static String yaml(JsonNode value) {
        return write(() -> YAML.writeValueAsString(value));
    }

    private interface Writing {
        String write() throws JsonProcessingException;
    }

    private static String write(Writing writing) {
        try {
            return writing.write();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
