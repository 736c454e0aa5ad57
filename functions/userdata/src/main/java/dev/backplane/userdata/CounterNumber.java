package dev.backplane.userdata;

import java.math.BigDecimal;
import java.util.Optional;

/** A number that DynamoDB keeps exactly: up to 38 digits, of a size that it can represent. */
public record CounterNumber(BigDecimal value) {

    public static final int MAX_DIGITS = 38;
    public static final CounterNumber ZERO = new CounterNumber(BigDecimal.ZERO);
    public static final CounterNumber ONE = new CounterNumber(BigDecimal.ONE);

    private static final int LEAST_EXPONENT = -130;
    private static final int MOST_EXPONENT = 125;

    // No number within bounds needs as many characters; reading very long ones would take very long.
    private static final int MAX_CHARACTERS = 256;

    // From here on, digits are worse to read than an exponent.
    private static final int PLAIN_DIGITS = 40;

    /** Returns the number, if it is one that is kept exactly. */
    public static Optional<CounterNumber> of(BigDecimal number) {
        BigDecimal value = number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
        long exponent = (long) value.precision() - value.scale() - 1;
        boolean fits = value.precision() <= MAX_DIGITS && exponent >= LEAST_EXPONENT && exponent <= MOST_EXPONENT;
        return fits ? Optional.of(new CounterNumber(value)) : Optional.empty();
    }

    /** Reads a JSON number, if it is one that is kept exactly. */
    public static Optional<CounterNumber> parse(String literal) {
        if (literal.length() > MAX_CHARACTERS) {
            return Optional.empty();
        }
        try {
            return of(new BigDecimal(literal));
        } catch (NumberFormatException | ArithmeticException e) {
            // The exponent is beyond even what Java represents.
            return Optional.empty();
        }
    }

    /** Returns the sum, if it is kept exactly. */
    public Optional<CounterNumber> plus(CounterNumber other) {
        // Numbers whose exponents are far apart need too many digits, and would be slow to add.
        return of(value.add(other.value));
    }

    /** Returns how many digits after the point there are. */
    public int scale() {
        return Math.max(0, value.scale());
    }

    /** Returns the number as JSON and as DynamoDB reads it. */
    @Override
    public String toString() {
        boolean plain =
                value.scale() >= 0 ? value.scale() <= PLAIN_DIGITS : value.precision() - value.scale() <= PLAIN_DIGITS;
        return plain ? value.toPlainString() : value.toString();
    }
}
