package dev.backplane.platform.json;

/** Detects unpaired surrogates, which have no UTF-8 form. */
final class Surrogates {

    private Surrogates() {}

    static boolean arePaired(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (isUnpaired(text, i)) {
                return false;
            }
        }
        return true;
    }

    static boolean isUnpaired(String text, int index) {
        char c = text.charAt(index);
        if (Character.isHighSurrogate(c)) {
            return index + 1 == text.length() || !Character.isLowSurrogate(text.charAt(index + 1));
        }
        return Character.isLowSurrogate(c) && (index == 0 || !Character.isHighSurrogate(text.charAt(index - 1)));
    }
}
