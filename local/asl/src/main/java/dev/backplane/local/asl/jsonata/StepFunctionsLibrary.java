package dev.backplane.local.asl.jsonata;

import com.dashjoin.jsonata.Jsonata;
import com.dashjoin.jsonata.Jsonata.JFunction;
import com.dashjoin.jsonata.Utils;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** The functions that Step Functions adds to JSONata. */
final class StepFunctionsLibrary {

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final Set<String> ALGORITHMS = Set.of("MD5", "SHA-1", "SHA-256", "SHA-384", "SHA-512");
    private static final int LONGEST_RANGE = 1_000;

    private static final Map<String, JFunction> FUNCTIONS = Map.of(
            "partition", new JFunction((_, arguments) -> partition(arguments), "<an:a>"),
            "range", new JFunction((_, arguments) -> range(arguments), "<nnn:a>"),
            "hash", new JFunction((_, arguments) -> hash(arguments), "<ss:s>"),
            "random", new JFunction((_, arguments) -> random(arguments), "<n?:n>"),
            "uuid", new JFunction((_, _) -> UUID.randomUUID().toString(), "<:s>"),
            "parse", new JFunction((_, arguments) -> parse(arguments), "<s:x>"));

    private StepFunctionsLibrary() {}

    static void bind(Jsonata.Frame frame) {
        FUNCTIONS.forEach(frame::bind);
    }

    private static List<Object> partition(List<?> arguments) {
        List<?> elements = (List<?>) arguments.get(0);
        int size = number(arguments, 1).intValue();
        if (size <= 0) {
            throw new IllegalArgumentException("$partition needs a size greater than 0");
        }
        List<Object> chunks = new ArrayList<>();
        for (int start = 0; start < elements.size(); start += size) {
            chunks.add(new ArrayList<>(elements.subList(start, Math.min(start + size, elements.size()))));
        }
        return chunks;
    }

    /** Returns a sequence instead of an array: AWS unwraps a sequence of one value. */
    private static List<Object> range(List<?> arguments) {
        double first = number(arguments, 0).doubleValue();
        double last = number(arguments, 1).doubleValue();
        double step = number(arguments, 2).doubleValue();
        if (step == 0 || (last - first) / step > LONGEST_RANGE) {
            throw new IllegalArgumentException(
                    "$range needs a step other than 0 and returns at most " + LONGEST_RANGE + " numbers");
        }
        List<Object> numbers = Utils.createSequence();
        for (long count = 0; count <= Math.floor((last - first) / step); count++) {
            numbers.add(Utils.convertNumber(first + count * step));
        }
        return numbers;
    }

    private static String hash(List<?> arguments) throws NoSuchAlgorithmException {
        String algorithm = String.valueOf(arguments.get(1));
        if (!ALGORITHMS.contains(algorithm)) {
            throw new IllegalArgumentException("$hash does not support the algorithm " + algorithm);
        }
        byte[] content = String.valueOf(arguments.get(0)).getBytes(StandardCharsets.UTF_8);
        return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(content));
    }

    private static double random(List<?> arguments) {
        return arguments.isEmpty() || arguments.getFirst() == null
                ? ThreadLocalRandom.current().nextDouble()
                : new Random(number(arguments, 0).longValue()).nextDouble();
    }

    private static Object parse(List<?> arguments) {
        try {
            return JsonataValues.toJsonata(JSON.readTree(String.valueOf(arguments.getFirst())));
        } catch (JacksonException failure) {
            throw new IllegalArgumentException("$parse needs JSON: " + failure.getOriginalMessage(), failure);
        }
    }

    private static Number number(List<?> arguments, int index) {
        @Nullable Object argument = arguments.get(index);
        if (argument instanceof Number number) {
            return number;
        }
        throw new IllegalArgumentException("argument " + (index + 1) + " is not a number");
    }
}
