package dev.backplane.userdata;

import java.math.BigDecimal;
import java.util.Optional;

/** A number that DynamoDB stores exactly: at most 38 digits, within its range. */
public record CounterNumber(BigDecimal value) {

    public static final int MAX_DIGITS = 38;
    public static final CounterNumber ZERO = new CounterNumber(BigDecimal.ZERO);
    public static final CounterNumber ONE = new CounterNumber(BigDecimal.ONE);

    private static final int LEAST_EXPONENT = -130;
    private static final int MOST_EXPONENT = 125;

    // No valid number is longer, and very long ones would be slow to parse.
    private static final int MAX_CHARACTERS = 256;

    // Above this, an exponent is easier to read than digits.
    private static final int PLAIN_DIGITS = 40;

    /** Returns the number if DynamoDB stores it exactly. */
    public static Optional<CounterNumber> of(BigDecimal number) {
        BigDecimal value = number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
        long exponent = (long) value.precision() - value.scale() - 1;
        boolean fits = value.precision() <= MAX_DIGITS && exponent >= LEAST_EXPONENT && exponent <= MOST_EXPONENT;
        return fits ? Optional.of(new CounterNumber(value)) : Optional.empty();
    }

    /** Parses a JSON number; empty if DynamoDB does not store it exactly. */
    public static Optional<CounterNumber> parse(String literal) {
        if (literal.length() > MAX_CHARACTERS) {
            return Optional.empty();
        }
        try {
            return of(new BigDecimal(literal));
        } catch (NumberFormatException | ArithmeticException e) {
            // Java cannot represent the exponent.
            return Optional.empty();
        }
    }

    /** Returns the sum if DynamoDB stores it exactly. */
    public Optional<CounterNumber> plus(CounterNumber other) {
        // Numbers whose exponents are far apart need too many digits, and would be slow to add.
        return of(value.add(other.value));
    }

    /** Returns the number of fraction digits. */
    public int scale() {
        return Math.max(0, value.scale());
    }

    /** Returns the number in the form of JSON and DynamoDB. */
    @Override
    public String toString() {
        boolean plain =
                value.scale() >= 0 ? value.scale() <= PLAIN_DIGITS : value.precision() - value.scale() <= PLAIN_DIGITS;
        return plain ? value.toPlainString() : value.toString();
    }
}
