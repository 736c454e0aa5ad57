package dev.backplane.local.cognito;

import dev.backplane.platform.Texts;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

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

    Person {
        groups = List.copyOf(groups);
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
