package dev.backplane.local.asl.jsonata;

import com.dashjoin.jsonata.Jsonata;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** A JSONata expression of a definition. Thread-safe. */
public final class Expression {

    private static final String OPEN = "{%";
    private static final String CLOSE = "%}";
    private static final Pattern EVAL = Pattern.compile("\\$eval\\b");

    private final String source;
    private final Jsonata compiled;

    private Expression(String source, Jsonata compiled) {
        this.source = source;
        this.compiled = compiled;
    }

    /**
     * Returns whether Step Functions treats this text as an expression; with spaces around the marks it is plain text.
     */
    public static boolean isMarked(String text) {
        return text.startsWith(OPEN) && text.endsWith(CLOSE) && text.length() >= OPEN.length() + CLOSE.length();
    }

    /**
     * Parses a marked text.
     *
     * @throws ExpressionException if it is not JSONata, or uses a function that Step Functions does not support
     */
    public static Expression parse(String marked) throws ExpressionException {
        String source = marked.substring(OPEN.length(), marked.length() - CLOSE.length())
                .strip();
        if (EVAL.matcher(source).find()) {
            throw new ExpressionException("Step Functions does not support $eval; use $parse");
        }
        try {
            Jsonata compiled = Jsonata.jsonata(source);
            compiled.setOutputConvertNulls(false);
            return new Expression(source, compiled);
        } catch (RuntimeException failure) { // the library also throws other exceptions than its own
            throw new ExpressionException(failure);
        }
    }

    /** Returns the expression without marks. */
    public String source() {
        return source;
    }

    /**
     * Returns the value; empty for an undefined result, which differs from null.
     *
     * @param variables the variables by name, without the dollar sign
     */
    public Optional<JsonNode> evaluate(Map<String, JsonNode> variables) throws ExpressionException {
        try {
            // The library keeps the evaluation state in the compiled expression.
            synchronized (compiled) {
                Jsonata.Frame frame = compiled.createFrame();
                StepFunctionsLibrary.bind(frame);
                variables.forEach((name, value) -> frame.bind(name, JsonataValues.toJsonata(value)));
                return JsonataValues.fromJsonata(compiled.evaluate(null, frame));
            }
        } catch (RuntimeException failure) {
            throw new ExpressionException(failure);
        }
    }

    @Override
    public String toString() {
        return source;
    }
}
