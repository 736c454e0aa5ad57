package dev.backplane.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.TestPlatform;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class OwnershipTest {

    private static final Scope READ = Scope.of("things", "read");
    private static final Scope SELF = Scope.of("things", "self");
    private static final Operation OPERATION =
            Operation.of("GetThing", List.of(READ, SELF), "GET /users/{user}/things");

    private final HttpHandler handler = handler(TestPlatform.withoutAws());

    private static HttpHandler handler(TestPlatform platform) {
        return new HttpHandler(platform.platform(), OPERATION) {
            @Override
            protected HttpResponse handle(HttpRequest request) {
                Ownership<String> ownership = Ownership.of(request, SELF, OwnershipTest::parse);
                return ownership.includes(parse(request.path("user").orElseThrow()))
                        ? HttpResponse.noContent()
                        : Ownership.refusal();
            }
        };
    }

    private static String parse(String subject) {
        if (subject.isBlank()) {
            throw new InvalidValueException("must not be blank");
        }
        return subject.toLowerCase(Locale.ROOT);
    }

    private GatewayResponse get(String user, String subject, Scope scope) {
        return HttpCall.of(OPERATION)
                .scopes(scope.full())
                .sub(subject)
                .path("user", user)
                .send(handler);
    }

    @Test
    void token_withAnotherScope_canAccessEveryOwner() {
        assertThat(get("ann", "bob", READ).status()).isEqualTo(204);
    }

    @Test
    void token_withOnlySelf_canAccessItsOwnSubject() {
        assertThat(get("ann", "ann", SELF).status()).isEqualTo(204);
    }

    @Test
    void token_withOnlySelf_canAccessItsOwnSubjectWhateverTheCase() {
        assertThat(get("ANN@example.com", "Ann@Example.com", SELF).status()).isEqualTo(204);
    }

    @Test
    void token_ofAPersonWithoutAVerifiedAddress_canAccessNothing() {
        GatewayResponse answer = HttpCall.of(OPERATION)
                .scopes(SELF.full())
                .sub("f4d8e4a8")
                .claim("username", "f4d8e4a8")
                .claim("client_id", "console")
                .path("user", "f4d8e4a8")
                .send(handler(TestPlatform.withoutAws().with(HttpHandler.SUBJECT_CLAIM, "email")));

        assertThat(answer.code()).isEqualTo("FORBIDDEN");
    }

    @Test
    void token_withOnlySelf_cannotAccessOthers() {
        GatewayResponse answer = get("ann", "bob", SELF);

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.code()).isEqualTo("FORBIDDEN");
        assertThat(answer.body()).contains("This token can only access its own subject's resources.");
    }

    @Test
    void token_withOnlySelf_andWithoutASubjectThatCanOwn_isRefused() {
        assertThat(get(" ", " ", SELF).code()).isEqualTo("FORBIDDEN");
        assertThat(HttpCall.of(OPERATION)
                        .scopes(SELF.full())
                        .path("user", "ann")
                        .send(handler)
                        .code())
                .isEqualTo("FORBIDDEN");
    }
}
