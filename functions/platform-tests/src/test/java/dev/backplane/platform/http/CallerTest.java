package dev.backplane.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.Actor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Tokens of every kind of issuer, through the same code. */
@SuppressWarnings("unused") // the list is read by its name
class CallerTest {

    record Case(String token, String subjectClaim, Map<String, String> claims, Actor actor, Optional<String> id) {
        @Override
        public String toString() {
            return token;
        }
    }

    private static final String UUID = "f4d8e4a8-3071-70a5-0c6f-0ad0a1c1a5a5";
    private static final Actor ANN = Actor.user("ann@example.com");

    private static final Map<String, String> PERSON_OF_COGNITO = Map.of(
            "sub", UUID,
            "username", UUID,
            "client_id", "4console3456789",
            "token_use", "access",
            "scope", "openid email profile backplane/pool.self",
            "cognito:groups", "[viewer]");

    private static final List<Case> CASES = List.of(
            new Case(
                    "Cognito, person",
                    "email",
                    with(PERSON_OF_COGNITO, "email", "ann@example.com"),
                    ANN,
                    Optional.of("ann@example.com")),
            new Case(
                    "Cognito, person without a verified address",
                    "email",
                    PERSON_OF_COGNITO,
                    Actor.user(UUID),
                    Optional.empty()),
            new Case(
                    "Cognito, machine",
                    "email",
                    Map.of("sub", "1ci23456789", "client_id", "1ci23456789", "scope", "backplane/pool.read"),
                    Actor.client("1ci23456789"),
                    Optional.of("1ci23456789")),
            new Case(
                    "local issuer, person",
                    "email",
                    Map.of("sub", UUID, "username", UUID, "client_id", "backplane-local", "email", "Ann@Example.com"),
                    ANN,
                    Optional.of("ann@example.com")),
            new Case(
                    "person whose address has the Kelvin sign for a K",
                    "email",
                    Map.of("sub", UUID, "client_id", "portal", "email", "\u212Aate@example.com"),
                    Actor.user("\u212Aate@example.com"),
                    Optional.of("\u212Aate@example.com")),
            new Case(
                    "local issuer, machine",
                    "email",
                    Map.of("sub", "backplane-local", "client_id", "backplane-local"),
                    Actor.client("backplane-local"),
                    Optional.of("backplane-local")),
            new Case(
                    "external issuer, person by sub",
                    "sub",
                    Map.of("sub", "00uAnn", "client_id", "portal", "scp", "[backplane/pool.self]"),
                    Actor.user("00uann"),
                    Optional.of("00uann")),
            new Case(
                    "external issuer, person by another claim",
                    "preferred_username",
                    Map.of("sub", "17", "client_id", "portal", "preferred_username", "Ann"),
                    Actor.user("ann"),
                    Optional.of("ann")),
            new Case(
                    "external issuer, person with an address that is not verified",
                    "email",
                    Map.of("sub", "17", "client_id", "portal", "email", "ann@example.com", "email_verified", "false"),
                    Actor.user("17"),
                    Optional.empty()),
            new Case(
                    "external issuer, person without a client",
                    "email",
                    Map.of("sub", "17", "azp", "portal"),
                    Actor.user("17"),
                    Optional.empty()),
            new Case(
                    "external issuer, person with a blank claim",
                    "email",
                    Map.of("sub", "17", "client_id", "portal", "email", " "),
                    Actor.user("17"),
                    Optional.empty()),
            new Case(
                    "external issuer, machine with a subject of its own",
                    "email",
                    Map.of("sub", "service-account-ci", "client_id", "CI"),
                    Actor.client("CI"),
                    Optional.of("ci")),
            new Case("no token", "sub", Map.of(), Actor.user("unknown"), Optional.empty()));

    private static Map<String, String> with(Map<String, String> claims, String name, String value) {
        Map<String, String> more = new HashMap<>(claims);
        more.put(name, value);
        return more;
    }

    @ParameterizedTest
    @FieldSource("CASES")
    void of_namesTheActorAndTheCallerId(Case given) {
        Caller caller = Caller.of(given.claims(), given.subjectClaim());

        assertThat(caller).isEqualTo(new Caller(given.actor(), given.id()));
    }
}
