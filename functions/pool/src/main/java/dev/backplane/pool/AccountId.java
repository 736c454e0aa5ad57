package dev.backplane.pool;

import dev.backplane.platform.InvalidValueException;

/** The number of an AWS account: twelve digits, of which leading zeros count. */
public record AccountId(String value) implements Comparable<AccountId> {

    private static final int DIGITS = 12;

    /**
     * Reads what a caller sent.
     *
     * @throws InvalidValueException when it is not the number of an account
     */
    public static AccountId parse(String text) {
        if (!isValid(text)) {
            throw new InvalidValueException("must be a string of 12 digits");
        }
        return new AccountId(text);
    }

    /** Returns whether a text is the number of an account. */
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
