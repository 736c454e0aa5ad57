package dev.backplane.platform;

/** Operations on strings. */
public final class Texts {

    private Texts() {}

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
