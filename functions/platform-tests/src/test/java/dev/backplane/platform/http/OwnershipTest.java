package dev.backplane.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.testing.HttpAnswer;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.TestPlatform;
import java.util.List;
import org.junit.jupiter.api.Test;

class OwnershipTest {

    private static final Scope READ = Scope.of("things", "read");
    private static final Scope SELF = Scope.of("things", "self");
    private static final Operation OPERATION =
            Operation.of("GetThing", List.of(READ, SELF), "GET /users/{user}/things");

    private final HttpHandler handler =
            new HttpHandler(TestPlatform.withoutAws().platform(), OPERATION) {
                @Override
                protected HttpResponse handle(HttpRequest request) {
                    Ownership<String> ownership = Ownership.of(request, SELF, OwnershipTest::parse);
                    return ownership.includes(request.path("user").orElseThrow())
                            ? HttpResponse.noContent()
                            : Ownership.refusal();
                }
            };

    private static String parse(String subject) {
        if (subject.isBlank()) {
            throw new InvalidValueException("must not be blank");
        }
        return subject;
    }

    private HttpAnswer get(String user, String subject, Scope scope) {
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
    void token_withOnlySelf_cannotAccessOthers() {
        HttpAnswer answer = get("ann", "bob", SELF);

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
