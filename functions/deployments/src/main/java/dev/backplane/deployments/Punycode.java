package dev.backplane.deployments;

import dev.backplane.platform.InvalidValueException;

/** Decodes the ASCII form of internationalized labels (RFC 3492); the JDK has no public decoder. */
final class Punycode {

    private static final int BASE = 36;
    private static final int T_MIN = 1;
    private static final int T_MAX = 26;
    private static final int SKEW = 38;
    private static final int DAMP = 700;
    private static final int FIRST_CODE_POINT = 128;
    private static final int FIRST_BIAS = 72;

    private Punycode() {}

    /**
     * Decodes a label without its prefix {@code xn--}.
     *
     * @throws InvalidValueException if the text is not Punycode
     */
    static String decode(String encoded) {
        try {
            return decodeExactly(encoded);
        } catch (ArithmeticException e) {
            throw new InvalidValueException("not Punycode: beyond Unicode", e);
        }
    }

    private static String decodeExactly(String encoded) {
        int delimiter = encoded.lastIndexOf('-');
        StringBuilder label = new StringBuilder(encoded.substring(0, Math.max(0, delimiter)));
        int codePoint = FIRST_CODE_POINT;
        int bias = FIRST_BIAS;
        int index = 0;
        int next = delimiter + 1;
        while (next < encoded.length()) {
            int before = index;
            int weight = 1;
            for (int k = BASE; ; k += BASE) {
                int digit = digit(encoded, next++);
                index = Math.addExact(index, Math.multiplyExact(digit, weight));
                int threshold = Math.clamp(k - bias, T_MIN, T_MAX);
                if (digit < threshold) {
                    break;
                }
                weight = Math.multiplyExact(weight, BASE - threshold);
            }
            int length = label.codePointCount(0, label.length()) + 1;
            bias = adapt(index - before, length, before == 0);
            codePoint = Math.addExact(codePoint, index / length);
            index %= length;
            insert(label, index++, codePoint);
        }
        return label.toString();
    }

    private static int digit(String encoded, int at) {
        int digit = at < encoded.length() ? Character.digit(encoded.charAt(at), BASE) : -1;
        if (digit < 0) {
            throw new InvalidValueException("not Punycode: " + encoded);
        }
        // In Punycode letters are 0 to 25 and digits 26 to 35; in Java it is the other way round.
        return digit < 10 ? digit + 26 : digit - 10;
    }

    private static void insert(StringBuilder label, int index, int codePoint) {
        if (!Character.isValidCodePoint(codePoint)) {
            throw new InvalidValueException("not Punycode: beyond Unicode");
        }
        label.insert(label.offsetByCodePoints(0, index), Character.toString(codePoint));
    }

    private static int adapt(int delta, int length, boolean isFirst) {
        int rest = delta / (isFirst ? DAMP : 2);
        rest += rest / length;
        int k = 0;
        while (rest > (BASE - T_MIN) * T_MAX / 2) {
            rest /= BASE - T_MIN;
            k += BASE;
        }
        return k + (BASE - T_MIN + 1) * rest / (rest + SKEW);
    }
}
