package dev.backplane.local.iam;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The condition keys of a request. */
public record RequestContext(Map<String, String> facts) {

    /** A direct call over TLS. */
    public static final RequestContext DIRECT = new RequestContext(Map.of("aws:SecureTransport", "true", "s3:TlsVersion", "1.3"));

    /** Creates the context of a service call on behalf of a resource. */
    public static RequestContext onBehalfOf(String sourceArn, String account) {
        return new RequestContext(
                Map.of("aws:SecureTransport", "true", "aws:SourceArn", sourceArn, "aws:SourceAccount", account));
    }

    /** Returns this context with more keys. */
    RequestContext and(Map<String, String> more) {
        Map<String, String> all = new HashMap<>(facts);
        all.putAll(more);
        return new RequestContext(all);
    }

    Optional<String> fact(String key) {
        return facts.entrySet().stream()
                .filter(fact -> fact.getKey().equalsIgnoreCase(key)) // as IAM compares them
                .map(Map.Entry::getValue)
                .findFirst();
    }
}
