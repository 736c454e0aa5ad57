package dev.backplane.local.iam;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The condition keys of a request and their values. */
public record RequestContext(Map<String, String> conditionKeys) {

    /** A direct call over TLS. */
    public static final RequestContext DIRECT =
            new RequestContext(Map.of("aws:SecureTransport", "true", "s3:TlsVersion", "1.3"));

    /** Creates the context of a service call on behalf of a resource. */
    public static RequestContext onBehalfOf(String sourceArn, String account) {
        return new RequestContext(
                Map.of("aws:SecureTransport", "true", "aws:SourceArn", sourceArn, "aws:SourceAccount", account));
    }

    /** Returns this context with more keys. */
    RequestContext and(Map<String, String> more) {
        Map<String, String> all = new HashMap<>(conditionKeys);
        all.putAll(more);
        return new RequestContext(all);
    }

    Optional<String> value(String key) {
        return conditionKeys.entrySet().stream()
                .filter(entry -> entry.getKey().equalsIgnoreCase(key)) // as IAM compares them
                .map(Map.Entry::getValue)
                .findFirst();
    }
}
