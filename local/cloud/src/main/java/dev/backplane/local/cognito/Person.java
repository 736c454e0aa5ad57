package dev.backplane.local.cognito;

import dev.backplane.platform.Texts;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * A person who signs in.
 *
 * @param verified whether the address was verified
 */
record Person(String email, boolean verified, List<String> groups) {

    /** The people that the sign-in page offers. */
    static final List<Person> SAMPLES = List.of(
            new Person("admin@example.com", true, List.of("admin")),
            new Person("operator@example.com", true, List.of("operator")),
            new Person("viewer@example.com", true, List.of("viewer")),
            new Person("anna@example.com", true, List.of()),
            new Person("ben@example.com", true, List.of()));

    // The characters that a path may not have are missing, because the address is a person's id in paths.
    private static final Pattern LOCAL_PART =
            Pattern.compile("[\\p{L}\\p{N}!$&'*+=^_`{|}~-]+(?:\\.[\\p{L}\\p{N}!$&'*+=^_`{|}~-]+)*");
    private static final Pattern DOMAIN =
            Pattern.compile("(?:[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?\\.)+[\\p{L}\\p{N}-]{2,63}");
    private static final int MAX_LOCAL_PART = 64;
    private static final int MAX_DOMAIN = 180;

    Person {
        groups = List.copyOf(groups);
    }

    /** Returns whether a text can be an e-mail address. */
    static boolean isAddress(String text) {
        int at = text.indexOf('@');
        return at > 0
                && at <= MAX_LOCAL_PART
                && text.length() - at - 1 <= MAX_DOMAIN
                && LOCAL_PART.matcher(text.substring(0, at)).matches()
                && DOMAIN.matcher(text.substring(at + 1)).matches();
    }

    /** Returns the stable id of the person: a UUID, as in Cognito. */
    String id() {
        return idOf(email);
    }

    static String idOf(String email) {
        return UUID.nameUUIDFromBytes(Texts.lowerCase(email).getBytes(StandardCharsets.UTF_8))
                .toString();
    }
}
