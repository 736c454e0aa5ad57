package dev.backplane.platform;

/** Operations on texts. */
public final class Texts {

    private Texts() {}

    /** Cuts a text to a length, and never inside a surrogate pair, because half of one has no UTF-8 form. */
    public static String cut(String text, int maxLength) {
        if (text.length() <= maxLength) {
            return text;
        }
        boolean splitsPair = Character.isHighSurrogate(text.charAt(maxLength - 1))
                && Character.isLowSurrogate(text.charAt(maxLength));
        return text.substring(0, splitsPair ? maxLength - 1 : maxLength);
    }
}
