package dev.backplane.packages;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import software.amazon.awssdk.thirdparty.jackson.core.JsonFactory;
import software.amazon.awssdk.thirdparty.jackson.core.JsonParser;

/** What the SDK's reader of JSON makes of a number, whichever way it is asked, also by what it refuses. */
final class NumberSamples implements Function<String, List<Object>> {

    private static final List<Getter> GETTERS = List.of(
            JsonParser::getIntValue,
            JsonParser::getLongValue,
            JsonParser::getDecimalValue,
            JsonParser::getBigIntegerValue,
            JsonParser::getDoubleValue,
            JsonParser::getNumberType);

    private interface Getter {

        Object get(JsonParser parser) throws IOException;
    }

    // The reader keeps what it was asked for, and makes the next number of that.
    @Override
    public List<Object> apply(String number) {
        List<Object> results = new ArrayList<>();
        for (Getter first : GETTERS) {
            for (Getter second : GETTERS) {
                results.add(ask(number, first, second));
            }
        }
        return results;
    }

    private static Object ask(String number, Getter first, Getter second) {
        try (JsonParser parser = new JsonFactory().createParser(number.getBytes(StandardCharsets.UTF_8))) {
            parser.nextToken();
            Object before = first.get(parser);
            return List.of(before.toString(), second.get(parser).toString());
        } catch (IOException e) {
            return e.getClass().getName() + ": " + e.getMessage();
        }
    }
}
