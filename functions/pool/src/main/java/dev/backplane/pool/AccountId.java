package dev.backplane.pool;

import dev.backplane.platform.InvalidValueException;

/** The id of an AWS account: twelve digits, including leading zeros. */
public record AccountId(String value) implements Comparable<AccountId> {

    private static final int DIGITS = 12;

    /**
     * Parses the id in a request.
     *
     * @throws InvalidValueException if it is not an account id
     */
    public static AccountId parse(String text) {
        if (!isValid(text)) {
            throw new InvalidValueException("must be a string of 12 digits");
        }
        return new AccountId(text);
    }

    /** Returns whether a text is an account id. */
    public static boolean isValid(String text) {
        return text.length() == DIGITS && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    @Override
    public int compareTo(AccountId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
