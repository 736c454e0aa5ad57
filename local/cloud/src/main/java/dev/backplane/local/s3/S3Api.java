package dev.backplane.local.s3;

import dev.backplane.local.http.Form;
import dev.backplane.local.http.LocalRequest;
import dev.backplane.local.http.LocalResponse;
import dev.backplane.local.http.PercentEncoding.BadEscapeException;
import dev.backplane.local.http.RequestOrigin;
import dev.backplane.local.iam.Caller;
import dev.backplane.local.iam.Denial;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.iam.InvalidTokenException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * S3 on the local port, for presigned URLs, the AWS CLI and SDKs. Bodies are streamed.
 *
 * <p>A presigned URL acts with the permissions of who signed it, and so does a request with the credentials of an STS
 * session. Other callers are the account owner; their signatures are not verified.
 */
public final class S3Api {

    private static final Pattern SIGNED = Pattern.compile("AWS4-HMAC-SHA256 Credential=[^,]*/s3/aws4_request.*");

    private final ObjectStore objects;
    private final Iam iam;
    private final S3Operations operations;
    private final PresignedUrls presigned;

    public S3Api(ObjectStore objects, Iam iam, Clock clock) {
        this.objects = objects;
        this.iam = iam;
        this.operations = new S3Operations(objects, iam);
        this.presigned = new PresignedUrls(iam, clock);
    }

    /**
     * Returns the response, if the request is for S3.
     *
     * @param head the request without its body
     */
    public Optional<LocalResponse> answer(LocalRequest head, InputStream body) throws IOException {
        Map<String, List<String>> query = query(head);
        boolean isPresigned = PresignedUrls.isForS3(query);
        boolean isSigned =
                SIGNED.matcher(head.header("authorization").orElse("")).matches();
        if (!isPresigned && !isSigned) {
            return Optional.empty();
        }
        BucketCors cors = corsOf(head);
        try {
            if (BucketCors.isPreflight(head)) {
                return Optional.of(cors.preflight(head));
            }
            if (!isPresigned && RequestOrigin.isCrossSite(head)) {
                throw S3Exception.accessDenied("Requests from other sites may not call AWS APIs");
            }
            Optional<Caller> caller = isPresigned ? presigned.verify(head, query) : session(head);
            if (!query.keySet().stream().allMatch(S3Api::isOfObject)) {
                throw new S3Exception(501, "NotImplemented", "The local cloud supports objects without sub-resources.");
            }
            S3Request request =
                    new S3Request(head.method(), object(head), head.headers(), S3Request.overrides(query), caller);
            authorize(request);
            return Optional.of(cors.applyTo(operations.perform(request, body), head));
        } catch (S3Exception failure) {
            return Optional.of(cors.applyTo(S3Operations.failed(failure), head));
        }
    }

    private BucketCors corsOf(LocalRequest head) {
        try {
            return objects.bucket(object(head).bucket()).map(Bucket::cors).orElse(BucketCors.NONE);
        } catch (S3Exception malformed) {
            return BucketCors.NONE;
        }
    }

    private S3Object object(LocalRequest head) throws S3Exception {
        return S3Request.object(head.header("host").orElse(""), head.path(), objects.names());
    }

    /** Returns who signed the header of the request; empty for the account owner. */
    private Optional<Caller> session(LocalRequest head) throws S3Exception {
        try {
            return iam.sessions().find(head.header("authorization"), head.header("x-amz-security-token"));
        } catch (InvalidTokenException e) {
            throw new S3Exception(403, e.code(), e.reason());
        }
    }

    /** Returns whether a query parameter belongs to calls for the object itself; others name sub-resources. */
    private static boolean isOfObject(String parameter) {
        return parameter.startsWith("X-Amz-") || parameter.equals("x-id") || S3Request.isOverride(parameter);
    }

    private void authorize(S3Request request) throws S3Exception {
        Optional<Denial> denial =
                request.caller().flatMap(caller -> request.access().flatMap(access -> iam.check(caller, access)));
        if (denial.isPresent()) {
            throw S3Exception.accessDenied(denial.get().message());
        }
    }

    private static Map<String, List<String>> query(LocalRequest head) {
        try {
            return Form.parse(head.query());
        } catch (BadEscapeException e) {
            return Map.of();
        }
    }
}
