package dev.backplane.local.cognito;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.backplane.local.http.LocalResponse;

/** An error of the token endpoint as in RFC 6749, section 5.2. */
final class OAuthException extends Exception {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;

    OAuthException(int status, String code, String description) {
        super(description);
        this.status = status;
        this.code = code;
    }

    static OAuthException invalidRequest(String description) {
        return new OAuthException(400, "invalid_request", description);
    }

    static OAuthException invalidClient() {
        return new OAuthException(401, "invalid_client", "unknown client id or secret");
    }

    String code() {
        return code;
    }

    LocalResponse answer() {
        return answer("Basic realm=\"backplane\"");
    }

    /** Returns the error response; with status 401, it includes this challenge. */
    LocalResponse answer(String challenge) {
        LocalResponse answer = LocalResponse.json(
                status,
                JsonNodeFactory.instance.objectNode().put("error", code).put("error_description", getMessage()));
        return status == 401 ? answer.with("www-authenticate", challenge) : answer;
    }
}
