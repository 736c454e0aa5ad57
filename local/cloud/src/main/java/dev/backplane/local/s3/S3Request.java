package dev.backplane.local.s3;

import dev.backplane.local.http.PercentEncoding;
import dev.backplane.local.http.PercentEncoding.BadEscapeException;
import dev.backplane.local.iam.AccessRequest;
import dev.backplane.local.iam.Caller;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A request for an object, with the bucket in its host name or in its path.
 *
 * @param headers values by lower-case name
 * @param overrides the headers that the response has instead of the stored ones
 * @param caller empty for the account owner
 */
record S3Request(
        String method,
        S3Object object,
        Map<String, List<String>> headers,
        Map<String, String> overrides,
        Optional<Caller> caller) {

    private static final String OVERRIDE = "response-";
    private static final Set<String> OVERRIDDEN = Set.of(
            "cache-control", "content-disposition", "content-encoding", "content-language", "content-type", "expires");

    private static final Pattern HOST =
            Pattern.compile("(?:(.+)\\.)?s3(?:[.-][a-z0-9-]+)?\\.(?:amazonaws\\.com|localhost)(?::\\d+)?");
    private static final Pattern LOCAL_HOST = Pattern.compile("(.+)\\.localhost(?::\\d+)?");

    /** Finds the object that an address names. */
    static S3Object object(String host, String encodedPath, Set<String> buckets) throws S3Exception {
        String path = decoded(encodedPath).substring(1);
        Optional<String> bucket = bucketIn(host.toLowerCase(Locale.ROOT), buckets);
        if (bucket.isPresent()) {
            return new S3Object(bucket.get(), path);
        }
        int slash = path.indexOf('/');
        return slash < 0 ? new S3Object(path, "") : new S3Object(path.substring(0, slash), path.substring(slash + 1));
    }

    private static Optional<String> bucketIn(String host, Set<String> buckets) {
        Matcher ofAws = HOST.matcher(host);
        if (ofAws.matches()) {
            return Optional.ofNullable(ofAws.group(1));
        }
        // The AWS CLI puts the bucket before the host of an endpoint that is not an IP address.
        Matcher local = LOCAL_HOST.matcher(host);
        return local.matches() ? Optional.of(local.group(1)).filter(buckets::contains) : Optional.empty();
    }

    private static String decoded(String path) throws S3Exception {
        try {
            return PercentEncoding.decodePath(path);
        } catch (BadEscapeException e) {
            throw new S3Exception(400, "InvalidURI", "Couldn't parse the specified URI.");
        }
    }

    /** Returns whether a query parameter sets a header of the response. */
    static boolean isOverride(String parameter) {
        return parameter.startsWith(OVERRIDE) && OVERRIDDEN.contains(parameter.substring(OVERRIDE.length()));
    }

    /** Returns the headers that a query sets in the response to a signed read. */
    static Map<String, String> overrides(Map<String, List<String>> query) {
        Map<String, String> overrides = new TreeMap<>();
        query.forEach((name, values) -> {
            if (isOverride(name)) {
                overrides.put(name.substring(OVERRIDE.length()), values.getFirst());
            }
        });
        return overrides;
    }

    Optional<String> header(String name) {
        return headers.getOrDefault(name, List.of()).stream().findFirst();
    }

    /** Returns the name of the operation; empty if it is not supported. */
    Optional<String> operation() {
        if (object.key().isEmpty()) {
            return Optional.empty();
        }
        return switch (method) {
            case "PUT" -> header("x-amz-copy-source").isPresent() ? Optional.empty() : Optional.of("PutObject");
            case "GET" -> Optional.of("GetObject");
            case "HEAD" -> Optional.of("HeadObject");
            case "DELETE" -> Optional.of("DeleteObject");
            default -> Optional.empty();
        };
    }

    /** Returns the required permission; empty if the operation is not supported. */
    Optional<AccessRequest> access() {
        // S3 has no permission of its own for HeadObject.
        return operation()
                .map(name -> name.equals("HeadObject") ? "GetObject" : name)
                .map(name -> new AccessRequest("s3:" + name, object.arn()));
    }
}
