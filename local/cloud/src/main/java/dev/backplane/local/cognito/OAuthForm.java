package dev.backplane.local.cognito;

import dev.backplane.local.http.Form;
import dev.backplane.local.http.LocalRequest;
import dev.backplane.local.http.PercentEncoding.BadEscapeException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The parameters of an OAuth request, from a query or a posted form. */
record OAuthForm(Map<String, List<String>> fields) {

    private static final int MAX_FORM = 16 * 1024;

    static OAuthForm posted(LocalRequest request) throws OAuthException {
        if (!request.mediaType().equals("application/x-www-form-urlencoded")) {
            throw OAuthException.invalidRequest("send a form: application/x-www-form-urlencoded");
        }
        if (request.body().size() > MAX_FORM) {
            throw OAuthException.invalidRequest("the form is too large");
        }
        return parse(request.body().text());
    }

    static OAuthForm query(LocalRequest request) throws OAuthException {
        return parse(request.query());
    }

    private static OAuthForm parse(String encoded) throws OAuthException {
        try {
            return new OAuthForm(Form.parse(encoded));
        } catch (BadEscapeException e) {
            throw OAuthException.invalidRequest("the form has an escape that is not valid");
        }
    }

    /** Returns a field. Empty counts as absent, and a repeated field is an error: RFC 6749, section 3.2. */
    Optional<String> field(String name) throws OAuthException {
        List<String> values = all(name);
        if (values.size() > 1) {
            throw OAuthException.invalidRequest(name + " is given more than once");
        }
        return values.stream().filter(value -> !value.isEmpty()).findFirst();
    }

    String require(String name) throws OAuthException {
        return field(name).orElseThrow(() -> OAuthException.invalidRequest(name + " is missing"));
    }

    List<String> all(String name) {
        return fields.getOrDefault(name, List.of());
    }

    /** Returns the requested scopes; by default, all scopes of the client. */
    Set<String> scopes(List<String> allowed) throws OAuthException {
        Set<String> wanted =
                new LinkedHashSet<>(List.of(field("scope").orElse("").split(" ", -1)));
        wanted.remove("");
        if (wanted.isEmpty()) {
            return new LinkedHashSet<>(allowed);
        }
        if (!Set.copyOf(allowed).containsAll(wanted)) {
            throw new OAuthException(400, "invalid_scope", "the client may ask for " + allowed);
        }
        return wanted;
    }
}
