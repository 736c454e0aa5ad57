package dev.backplane.local.s3;

import dev.backplane.local.account.Account;
import dev.backplane.local.http.LocalRequest;
import dev.backplane.local.iam.AccessKeys.AccessKey;
import dev.backplane.local.iam.Caller;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.iam.InvalidTokenException;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Verifies signatures in the query of a URL.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html">Authenticating Requests:
 *     Using Query Parameters</a>
 */
final class PresignedUrls {

    private static final String ALGORITHM = "AWS4-HMAC-SHA256";
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT);
    private static final Pattern CREDENTIAL = Pattern.compile("([^/]+)/(\\d{8})/([a-z0-9-]+)/s3/aws4_request");
    private static final int MAX_SECONDS = 604_800;
    private static final Duration CLOCK_SKEW = Duration.ofMinutes(15);

    private final Iam iam;
    private final Clock clock;

    PresignedUrls(Iam iam, Clock clock) {
        this.iam = iam;
        this.clock = clock;
    }

    /** Returns whether a query has a signature for S3. */
    static boolean isForS3(Map<String, List<String>> query) {
        return query.containsKey("X-Amz-Algorithm")
                && query.getOrDefault("X-Amz-Credential", List.of(""))
                        .getFirst()
                        .contains("/s3/");
    }

    /** Returns who signed the request; empty for the account owner. */
    Optional<Caller> verify(LocalRequest request, Map<String, List<String>> query) throws S3Exception {
        if (!parameter(query, "X-Amz-Algorithm").equals(ALGORITHM)) {
            throw malformed("X-Amz-Algorithm only supports \"" + ALGORITHM + "\"");
        }
        Matcher credential = CREDENTIAL.matcher(parameter(query, "X-Amz-Credential"));
        if (!credential.matches() || !credential.group(3).equals(Account.REGION)) {
            throw malformed(
                    "Error parsing the X-Amz-Credential parameter; the region '" + Account.REGION + "' is expected");
        }
        checkTime(query);
        AccessKey key = iam.keys()
                .find(credential.group(1))
                .orElseThrow(() -> new S3Exception(
                        403,
                        "InvalidAccessKeyId",
                        "The AWS Access Key Id you provided does not exist in our records."));
        if (!query.getOrDefault("X-Amz-Security-Token", List.of("")).getFirst().equals(key.token())) {
            throw new S3Exception(400, "InvalidToken", "The provided token is malformed or otherwise invalid.");
        }
        try {
            iam.sessions().requireValid(key);
        } catch (InvalidTokenException e) {
            throw new S3Exception(403, e.code(), e.reason());
        }
        List<String> signedHeaders = signedHeaders(request, query);
        String expected = new SigV4(key.secret(), credential.group(2), credential.group(3))
                .signature(parameter(query, "X-Amz-Date"), SigV4.canonicalRequest(request, query, signedHeaders));
        if (!SigV4.areEqual(expected, parameter(query, "X-Amz-Signature"))) {
            throw new S3Exception(
                    403,
                    "SignatureDoesNotMatch",
                    "The request signature we calculated does not match the signature you provided. Check your key and"
                            + " signing method.");
        }
        return key.caller();
    }

    private void checkTime(Map<String, List<String>> query) throws S3Exception {
        Instant signed = time(parameter(query, "X-Amz-Date"));
        String seconds = parameter(query, "X-Amz-Expires");
        if (!seconds.matches("\\d{1,6}") || Integer.parseInt(seconds) > MAX_SECONDS) {
            throw malformed("X-Amz-Expires must be a number of at most " + MAX_SECONDS + " seconds");
        }
        Instant now = clock.instant();
        Instant end = signed.plusSeconds(Integer.parseInt(seconds));
        if (now.isAfter(end)) {
            throw S3Exception.accessDenied("Request has expired")
                    .with("X-Amz-Expires", seconds)
                    .with("Expires", end.toString())
                    .with("ServerTime", now.toString());
        }
        if (signed.isAfter(now.plus(CLOCK_SKEW))) {
            throw S3Exception.accessDenied("Request is not yet valid");
        }
    }

    private static Instant time(String text) throws S3Exception {
        try {
            return LocalDateTime.parse(text, DATE).toInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            throw malformed("X-Amz-Date must be in the ISO8601 Long Format \"yyyyMMdd'T'HHmmss'Z'\"");
        }
    }

    /** Returns the names of the signed headers. S3 requires that all of its own headers are signed. */
    private static List<String> signedHeaders(LocalRequest request, Map<String, List<String>> query)
            throws S3Exception {
        List<String> signed =
                Arrays.asList(parameter(query, "X-Amz-SignedHeaders").split(";", -1));
        List<String> unsigned = request.headers().keySet().stream()
                .filter(name -> name.startsWith("x-amz-") && !signed.contains(name))
                .sorted()
                .toList();
        if (!unsigned.isEmpty() || !signed.contains("host")) {
            throw S3Exception.accessDenied("There were headers present in the request which were not signed")
                    .with("HeadersNotSigned", String.join(", ", unsigned));
        }
        return signed;
    }

    private static String parameter(Map<String, List<String>> query, String name) throws S3Exception {
        List<String> values = query.getOrDefault(name, List.of());
        if (values.size() != 1) {
            throw malformed("Query-string authentication version 4 requires the X-Amz-Algorithm, X-Amz-Credential,"
                    + " X-Amz-Signature, X-Amz-Date, X-Amz-SignedHeaders, and X-Amz-Expires parameters.");
        }
        return values.getFirst();
    }

    private static S3Exception malformed(String message) {
        return new S3Exception(400, "AuthorizationQueryParametersError", message);
    }
}
