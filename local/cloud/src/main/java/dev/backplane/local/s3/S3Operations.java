package dev.backplane.local.s3;

import dev.backplane.local.http.Body;
import dev.backplane.local.http.LocalResponse;
import dev.backplane.local.iam.AccessRequest;
import dev.backplane.local.iam.Iam;
import java.io.IOException;
import java.io.InputStream;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The operations on objects: put, get, head and delete. */
final class S3Operations {

    private static final long MAX_PUT_BYTES = 5L * 1024 * 1024 * 1024;
    private static final List<String> STORED_HEADERS = List.of(
            "cache-control", "content-disposition", "content-encoding", "content-language", "content-type", "expires");

    private static final List<String> CHECKSUMS = List.of("x-amz-checksum-crc32", "x-amz-checksum-sha256");

    private final ObjectStore objects;
    private final Iam iam;

    S3Operations(ObjectStore objects, Iam iam) {
        this.objects = objects;
        this.iam = iam;
    }

    /** Creates the response to an error. */
    static LocalResponse failed(S3Exception failure) {
        String requestId = requestId();
        return LocalResponse.empty(failure.status())
                .with("content-type", "application/xml")
                .with("x-amz-request-id", requestId)
                .withBody(Body.of(failure.xml(requestId)));
    }

    private static String requestId() {
        return UUID.randomUUID().toString().substring(0, 16).replace("-", "").toUpperCase(java.util.Locale.ROOT);
    }

    /** Performs an authorized request. */
    LocalResponse perform(S3Request request, InputStream body) throws IOException, S3Exception {
        String operation = request.operation()
                .orElseThrow(() -> new S3Exception(
                        501, "NotImplemented", "The local cloud supports only put, get, head and delete of objects."));
        if (objects.bucket(request.object().bucket()).isEmpty()) {
            throw new S3Exception(404, "NoSuchBucket", "The specified bucket does not exist")
                    .with("BucketName", request.object().bucket());
        }
        return switch (operation) {
            case "PutObject" -> put(request, body);
            case "GetObject" -> get(request);
            case "HeadObject" -> head(request);
            default -> {
                objects.delete(request.object());
                yield response(204);
            }
        };
    }

    private LocalResponse put(S3Request request, InputStream body) throws IOException, S3Exception {
        long length = declaredLength(request);
        if (length > MAX_PUT_BYTES) {
            throw new S3Exception(400, "EntityTooLarge", "Your proposed upload exceeds the maximum allowed size")
                    .with("ProposedSize", Long.toString(length))
                    .with("MaxSizeAllowed", Long.toString(MAX_PUT_BYTES));
        }
        checkCreation(request);
        Upload upload = objects.receive(request.object().bucket(), body);
        try {
            check(request, upload, length);
            return stored(request, upload);
        } catch (S3Exception refused) {
            objects.discard(upload);
            throw refused;
        }
    }

    /** Refuses what exists before its content is received. Whether it still does not exist then is checked again. */
    private void checkCreation(S3Request request) throws IOException, S3Exception {
        Optional<String> condition = request.header("if-none-match");
        if (condition.filter(value -> !value.equals("*")).isPresent()) {
            throw new S3Exception(
                            501,
                            "NotImplemented",
                            "A header you provided implies functionality that is not implemented.")
                    .with("Header", "If-None-Match");
        }
        if (condition.isPresent() && objects.find(request.object()).isPresent()) {
            throw exists();
        }
    }

    private static S3Exception exists() {
        return new S3Exception(
                        412, "PreconditionFailed", "At least one of the pre-conditions you specified did not hold")
                .with("Condition", "If-None-Match");
    }

    private LocalResponse stored(S3Request request, Upload upload) throws IOException, S3Exception {
        Map<String, String> headers = storedHeaders(request);
        StoredObject stored = request.header("if-none-match").isPresent()
                ? objects.putNew(request.object(), upload, headers).orElseThrow(S3Operations::exists)
                : objects.put(request.object(), upload, headers);
        LocalResponse response =
                response(200).with("etag", '"' + stored.etag() + '"').with("x-amz-server-side-encryption", "AES256");
        return withChecksums(response, stored);
    }

    private static long declaredLength(S3Request request) throws S3Exception {
        if (request.header("x-amz-content-sha256")
                .filter(hash -> hash.startsWith("STREAMING-"))
                .isPresent()) {
            throw new S3Exception(501, "NotImplemented", "The local cloud does not support chunked signatures.");
        }
        try {
            return Long.parseLong(request.header("content-length")
                    .orElseThrow(() -> new S3Exception(
                            411, "MissingContentLength", "You must provide the Content-Length HTTP header.")));
        } catch (NumberFormatException e) {
            throw new S3Exception(400, "InvalidArgument", "Content-Length is not a number");
        }
    }

    private static void check(S3Request request, Upload upload, long length) throws S3Exception {
        if (upload.size() != length) {
            throw new S3Exception(
                    400,
                    "IncompleteBody",
                    "You did not provide the number of bytes specified by the Content-Length HTTP header");
        }
        Optional<String> sha256 =
                request.header("x-amz-content-sha256").filter(hash -> !hash.equals("UNSIGNED-PAYLOAD"));
        if (differs(sha256, upload.sha256().hex())) {
            throw new S3Exception(
                    400,
                    "XAmzContentSHA256Mismatch",
                    "The provided 'x-amz-content-sha256' header does not match what was computed.");
        }
        if (differs(request.header("content-md5"), upload.md5().base64())) {
            throw new S3Exception(400, "BadDigest", "The Content-MD5 you specified did not match what we received.");
        }
        if (differs(request.header("x-amz-checksum-crc32"), upload.crc32())) {
            throw new S3Exception(400, "BadDigest", "The CRC32 you specified did not match the calculated checksum.");
        }
        if (differs(request.header("x-amz-checksum-sha256"), upload.sha256().base64())) {
            throw new S3Exception(400, "BadDigest", "The SHA256 you specified did not match the calculated checksum.");
        }
    }

    private static boolean differs(Optional<String> claimed, String found) {
        return claimed.filter(value -> !value.equals(found)).isPresent();
    }

    private static Map<String, String> storedHeaders(S3Request request) {
        Map<String, String> stored = new LinkedHashMap<>();
        request.headers().forEach((name, values) -> {
            if (STORED_HEADERS.contains(name) || CHECKSUMS.contains(name) || name.startsWith("x-amz-meta-")) {
                stored.put(name, values.getFirst());
            }
        });
        stored.putIfAbsent("content-type", "binary/octet-stream");
        return stored;
    }

    private LocalResponse get(S3Request request) throws IOException, S3Exception {
        ObjectStore.Opened opened = objects.open(request.object()).orElseThrow(() -> missing(request));
        try {
            checkPreconditions(request, opened.object());
        } catch (S3Exception failed) {
            opened.content().close();
            throw failed;
        }
        return described(request, opened.object())
                .withBody(Body.of(opened.content(), opened.object().size()));
    }

    private LocalResponse head(S3Request request) throws IOException, S3Exception {
        StoredObject found = objects.find(request.object()).orElseThrow(() -> missing(request));
        checkPreconditions(request, found);
        return described(request, found).withBody(Body.of(InputStream.nullInputStream(), found.size()));
    }

    private static void checkPreconditions(S3Request request, StoredObject found) throws S3Exception {
        Optional<String> expected = request.header("if-match").map(tag -> tag.replace("\"", ""));
        if (expected.filter(tag -> !tag.equals("*") && !tag.equals(found.etag()))
                .isPresent()) {
            throw new S3Exception(
                            412, "PreconditionFailed", "At least one of the pre-conditions you specified did not hold")
                    .with("Condition", "If-Match");
        }
    }

    /** Only who may list a bucket learns that an object does not exist. */
    private S3Exception missing(S3Request request) {
        AccessRequest list =
                new AccessRequest("s3:ListBucket", Bucket.arn(request.object().bucket()));
        boolean mayList =
                request.caller().flatMap(caller -> iam.check(caller, list)).isEmpty();
        return mayList
                ? new S3Exception(404, "NoSuchKey", "The specified key does not exist.")
                        .with("Key", request.object().key())
                : S3Exception.accessDenied("Access Denied");
    }

    private static LocalResponse described(S3Request request, StoredObject object) {
        LocalResponse response = response(200)
                .with("etag", '"' + object.etag() + '"')
                .with(
                        "last-modified",
                        DateTimeFormatter.RFC_1123_DATE_TIME.format(
                                object.modified().atOffset(ZoneOffset.UTC)))
                .with("accept-ranges", "none")
                .with("x-amz-server-side-encryption", "AES256");
        Map<String, String> headers = new LinkedHashMap<>(object.headers());
        CHECKSUMS.forEach(headers::remove);
        headers.putAll(request.overrides());
        for (Map.Entry<String, String> header : headers.entrySet()) {
            response = response.with(header.getKey(), header.getValue());
        }
        return request.header("x-amz-checksum-mode").filter("ENABLED"::equals).isPresent()
                ? withChecksums(response, object)
                : response;
    }

    /** Adds the checksums that the object was stored with; S3 returns them only on request. */
    private static LocalResponse withChecksums(LocalResponse response, StoredObject object) {
        LocalResponse more = response;
        for (String name : CHECKSUMS) {
            String checksum = object.headers().get(name);
            if (checksum != null) {
                more = more.with(name, checksum).with("x-amz-checksum-type", "FULL_OBJECT");
            }
        }
        return more;
    }

    private static LocalResponse response(int status) {
        return LocalResponse.empty(status).with("x-amz-request-id", requestId());
    }
}
