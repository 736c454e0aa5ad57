package dev.backplane.local.s3;

import dev.backplane.local.account.Account;
import dev.backplane.local.aws.AwsRequest;
import dev.backplane.local.aws.AwsService;
import dev.backplane.local.http.LocalResponse;
import dev.backplane.local.iam.AccessRequest;
import dev.backplane.local.iam.Denial;
import dev.backplane.local.iam.Iam;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpFullResponse;

/** S3 for the clients of functions. */
public final class S3Service implements AwsService {

    private static final List<String> ENDPOINTS =
            List.of("s3." + Account.REGION + "." + Account.URL_SUFFIX, "s3." + Account.URL_SUFFIX);

    private final ObjectStore objects;
    private final S3Operations operations;

    public S3Service(ObjectStore objects, Iam iam) {
        this.objects = objects;
        this.operations = new S3Operations(objects, iam);
    }

    @Override
    public List<String> hosts() {
        Stream<String> ofBuckets =
                objects.names().stream().flatMap(bucket -> ENDPOINTS.stream().map(endpoint -> bucket + "." + endpoint));
        return Stream.concat(ENDPOINTS.stream(), ofBuckets).toList();
    }

    @Override
    public Optional<List<AccessRequest>> accesses(AwsRequest request) {
        try {
            return read(request).access().map(List::of);
        } catch (S3Exception malformed) {
            return Optional.empty();
        }
    }

    @Override
    public String operation(AwsRequest request) {
        try {
            return read(request).operation().orElse("");
        } catch (S3Exception malformed) {
            return "";
        }
    }

    @Override
    public HttpExecuteResponse perform(AwsRequest request) throws IOException {
        try {
            // S3 requires the header of every request whose signature is in a header.
            if (request.header("x-amz-content-sha256").isEmpty()) {
                throw new S3Exception(
                        400, "InvalidRequest", "Missing required header for this request: x-amz-content-sha256");
            }
            return response(operations.perform(read(request), new ByteArrayInputStream(request.bytes())));
        } catch (S3Exception failure) {
            return response(S3Operations.failed(failure));
        }
    }

    private S3Request read(AwsRequest request) throws S3Exception {
        return new S3Request(
                request.method(),
                S3Request.object(request.host(), request.path(), objects.names()),
                request.headers(),
                Map.of(),
                request.caller());
    }

    @Override
    public HttpExecuteResponse notOffered(AwsRequest request) {
        return failed(501, "NotImplemented", "The local cloud supports only put, get, head and delete of objects.");
    }

    @Override
    public HttpExecuteResponse denied(Denial denial) {
        return failed(403, "AccessDenied", denial.message());
    }

    @Override
    public HttpExecuteResponse failed(int status, String code, String message) {
        return response(S3Operations.failed(new S3Exception(status, code, message)));
    }

    private static HttpExecuteResponse response(LocalResponse answer) {
        SdkHttpFullResponse.Builder response = SdkHttpFullResponse.builder().statusCode(answer.status());
        answer.headers().forEach(response::putHeader);
        response.putHeader("Content-Length", Long.toString(answer.body().size()));
        return HttpExecuteResponse.builder()
                .response(response.build())
                .responseBody(AbortableInputStream.create(answer.body().stream()))
                .build();
    }
}
