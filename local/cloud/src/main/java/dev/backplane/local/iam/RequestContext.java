package dev.backplane.local.iam;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The facts about a request that conditions of a policy may ask for. */
public record RequestContext(Map<String, String> facts) {

    /** A call over TLS on nobody's behalf, which every call to AWS's endpoints is. */
    public static final RequestContext DIRECT = new RequestContext(Map.of("aws:SecureTransport", "true"));

    /** Returns a call that a service makes for one of the account's resources. */
    public static RequestContext onBehalfOf(String sourceArn, String account) {
        return new RequestContext(
                Map.of("aws:SecureTransport", "true", "aws:SourceArn", sourceArn, "aws:SourceAccount", account));
    }

    /** Returns the same request with facts of its own. */
    RequestContext and(Map<String, String> more) {
        Map<String, String> all = new HashMap<>(facts);
        all.putAll(more);
        return new RequestContext(all);
    }

    Optional<String> fact(String key) {
        return Optional.ofNullable(facts.get(key));
    }
}
