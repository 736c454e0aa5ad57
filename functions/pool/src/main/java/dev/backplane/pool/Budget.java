package dev.backplane.pool;

import dev.backplane.platform.InvalidValueException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The money that a lease may cost.
 *
 * @param amount more than 0
 * @param currency three capital letters, as in ISO 4217
 * @param atLimit what happens when the spend reaches the amount
 */
public record Budget(BigDecimal amount, String currency, AtLimit atLimit) {

    /** What happens to a lease whose spend reaches its budget; an event is published in both cases. */
    public enum AtLimit {
        END,
        ALERT;

        /** Returns the name in items, requests and responses. */
        public String value() {
            return name().toLowerCase(Locale.ROOT);
        }

        /**
         * Parses the name.
         *
         * @throws InvalidValueException if there is no such value
         */
        public static AtLimit parse(String text) {
            return Arrays.stream(values())
                    .filter(value -> value.value().equals(text))
                    .findFirst()
                    .orElseThrow(() -> new InvalidValueException("must be one of end, alert"));
        }
    }

    /** The parts of a budget, in percent, that are published when the spend reaches them. */
    public static final List<Integer> THRESHOLDS = List.of(50, 80, 100);

    private static final int LIMIT = 100;
    private static final Pattern AMOUNT = Pattern.compile("[0-9]{1,15}(\\.[0-9]{1,6})?");
    private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");

    /** Returns the highest threshold that an amount reaches, or 0. */
    public int reachedBy(BigDecimal spent) {
        return THRESHOLDS.stream()
                .filter(threshold -> spent.multiply(BigDecimal.valueOf(LIMIT))
                                .compareTo(amount.multiply(BigDecimal.valueOf(threshold)))
                        >= 0)
                .reduce(0, Math::max);
    }

    /** Returns whether a lease ends at a threshold. */
    public boolean endsAt(int threshold) {
        return atLimit == AtLimit.END && threshold >= LIMIT;
    }

    /**
     * Parses an amount of money.
     *
     * @throws InvalidValueException if it is not a decimal number without sign and exponent
     */
    public static BigDecimal parseAmount(String text) {
        if (!AMOUNT.matcher(text).matches()) {
            throw new InvalidValueException(
                    "must be a decimal number with up to 15 digits before and 6 digits after the point, such as 12.50");
        }
        return new BigDecimal(text);
    }

    /**
     * Parses the amount of a budget.
     *
     * @throws InvalidValueException if it is not a decimal number greater than 0
     */
    public static BigDecimal parseLimit(String text) {
        BigDecimal amount = parseAmount(text);
        if (amount.signum() == 0) {
            throw new InvalidValueException("must be greater than 0");
        }
        return amount;
    }

    /**
     * Parses a currency.
     *
     * @throws InvalidValueException if it is not three capital letters
     */
    public static String parseCurrency(String text) {
        if (!CURRENCY.matcher(text).matches()) {
            throw new InvalidValueException("must be three capital letters, such as USD");
        }
        return text;
    }
}
