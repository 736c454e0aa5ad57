package dev.backplane.platform;

/** Operations on strings. */
public final class Texts {

    private Texts() {}

    /**
     * Returns the text with ASCII letters in lower case, as ids of people are compared.
     *
     * <p>Only ASCII letters, because other characters can become ASCII: the Kelvin sign would make two people one.
     */
    public static String lowerCase(String text) {
        StringBuilder lower = new StringBuilder(text);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 'A' && c <= 'Z') {
                lower.setCharAt(i, (char) (c - 'A' + 'a'));
            }
        }
        return lower.toString();
    }

    /** Truncates a string, but not inside a surrogate pair, because half a pair has no UTF-8 form. */
    public static String cut(String text, int maxLength) {
        if (text.length() <= maxLength) {
            return text;
        }
        boolean splitsPair = Character.isHighSurrogate(text.charAt(maxLength - 1))
                && Character.isLowSurrogate(text.charAt(maxLength));
        return text.substring(0, splitsPair ? maxLength - 1 : maxLength);
    }
}
