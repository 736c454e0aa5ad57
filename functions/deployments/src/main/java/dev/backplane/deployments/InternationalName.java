package dev.backplane.deployments;

import dev.backplane.platform.InvalidValueException;
import java.lang.Character.UnicodeScript;
import java.net.IDN;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The ASCII form of host names with characters beyond ASCII.
 *
 * <p>Browsers map such names by UTS 46. The JDK maps them by IDNA 2003, which uses Unicode 3.2 and maps some names to
 * another domain: {@code straße.de} becomes {@code strasse.de}. A name is accepted only if both agree; for any other
 * name, the caller must send the ASCII form.
 */
final class InternationalName {

    private static final String PREFIX = "xn--";
    private static final String ASK_FOR_ASCII =
            "must be sent in its ASCII form, with xn-- labels, because standards differ on some of its characters";

    private InternationalName() {}

    /**
     * Returns a name in lower case ASCII.
     *
     * @throws InvalidValueException if its ASCII form is ambiguous
     */
    static String toAscii(String text) {
        // The library loads tables of all of Unicode, which takes time.
        if (isAscii(text)) {
            return text.toLowerCase(Locale.ROOT);
        }
        // Both standards treat these full stops as dots.
        return Arrays.stream(text.split("[.\\u3002\\uFF0E\\uFF61]", -1))
                .map(label -> isAscii(label) ? label.toLowerCase(Locale.ROOT) : labelToAscii(label))
                .collect(Collectors.joining("."));
    }

    private static boolean isAscii(String text) {
        return text.chars().allMatch(c -> c < 128);
    }

    private static String labelToAscii(String label) {
        String ascii;
        String read;
        try {
            ascii = IDN.toASCII(label).toLowerCase(Locale.ROOT);
            read = ascii.startsWith(PREFIX) ? Punycode.decode(ascii.substring(PREFIX.length())) : ascii;
        } catch (IllegalArgumentException | InvalidValueException e) {
            throw new InvalidValueException(ASK_FOR_ASCII, e);
        }
        if (!read.equals(mapped(label)) || ascii.indexOf('.') >= 0) {
            throw new InvalidValueException(ASK_FOR_ASCII);
        }
        return ascii;
    }

    /**
     * Checks that a label with the prefix {@code xn--} is an internationalized label in UTS 46 form.
     *
     * @throws InvalidValueException if it is not
     */
    static void checkLabel(String label) {
        if (!label.startsWith(PREFIX)) {
            return;
        }
        String unicode;
        try {
            unicode = Punycode.decode(label.substring(PREFIX.length()));
        } catch (InvalidValueException e) {
            throw new InvalidValueException("must not have the label " + label + ", which is not Punycode", e);
        }
        boolean isInternational = unicode.codePoints().anyMatch(c -> c >= 128);
        boolean isMapped = Normalizer.normalize(unicode, Normalizer.Form.NFKC).equals(unicode)
                && unicode.codePoints().allMatch(InternationalName::isAllowed);
        if (!isInternational || !isMapped || isMark(unicode.codePointAt(0))) {
            throw new InvalidValueException(
                    "must not have the label " + label + ", which is not an internationalized label");
        }
    }

    /** Maps compatibility forms and capitals of a label, by the current Unicode version. */
    private static String mapped(String label) {
        StringBuilder lower = new StringBuilder();
        Normalizer.normalize(label, Normalizer.Form.NFKC)
                .codePoints()
                .map(Character::toLowerCase)
                .forEach(lower::appendCodePoint);
        return Normalizer.normalize(lower, Normalizer.Form.NFKC);
    }

    private static boolean isAllowed(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.SPACE_SEPARATOR,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            // UTS 46 removes format characters, except for the two joiners.
            case Character.FORMAT -> c == 0x200C || c == 0x200D;
            // Cherokee is the only script whose capitals are the mapped form.
            default -> Character.toLowerCase(c) == c || UnicodeScript.of(c) == UnicodeScript.CHEROKEE;
        };
    }

    private static boolean isMark(int c) {
        return switch (Character.getType(c)) {
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK -> true;
            default -> false;
        };
    }
}
