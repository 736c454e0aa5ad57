package dev.backplane.local.aws;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.backplane.local.account.Account;
import dev.backplane.local.account.Regions;
import dev.backplane.local.http.Body;
import dev.backplane.local.http.LocalRequest;
import dev.backplane.local.http.LocalResponse;
import dev.backplane.local.http.RequestOrigin;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;

/**
 * The AWS APIs on the local port, for the AWS CLI and SDKs.
 *
 * <p>A caller with the credentials of an STS session has the permissions of the session; every other caller is the account
 * owner. Signatures are not verified; they determine the service.
 */
public final class AwsApi {

    private static final Pattern SCOPE =
            Pattern.compile("AWS4-HMAC-SHA256 Credential=[^,]*/\\d{8}/([a-z0-9-]+)/([a-z0-9-]+)/aws4_request.*");
    private static final Map<String, String> SERVICE_BY_API = Map.of(
            "DynamoDB_20120810",
            "dynamodb",
            "AmazonSQS",
            "sqs",
            "AmazonSSM",
            "ssm",
            "AWSEvents",
            "events",
            "AWSStepFunctions",
            "states");

    /** Connection headers, which are not forwarded. */
    private static final Set<String> OF_CONNECTION =
            Set.of("connection", "content-length", "date", "keep-alive", "server", "transfer-encoding");

    private static final Set<String> METHODS =
            Arrays.stream(SdkHttpMethod.values()).map(SdkHttpMethod::name).collect(Collectors.toUnmodifiableSet());

    /** One byte more than the limit of Lambda, whose own error explains it. */
    private static final int MAX_LAMBDA_BODY = 69_905_068;

    private final SdkHttpClient aws;

    public AwsApi(SdkHttpClient aws) {
        this.aws = aws;
    }

    private record Scope(String region, String service) {

        String host() {
            return Regions.host(service, region).orElse(service + "." + region + "." + Account.URL_SUFFIX);
        }
    }

    /** Returns the response, if the request is for an AWS service. */
    public Optional<LocalResponse> answer(LocalRequest request) {
        return scope(request).map(scope -> {
            if (RequestOrigin.isCrossSite(request)) {
                return error(403, "AccessDeniedException", "Requests from other sites may not call AWS APIs");
            }
            return call(request, scope);
        });
    }

    /** Returns the size of the largest accepted body, if the request is for an AWS service that accepts large ones. */
    public Optional<Integer> bodyLimit(LocalRequest head) {
        return scope(head).filter(scope -> scope.service().equals("lambda")).map(_ -> MAX_LAMBDA_BODY);
    }

    private static Optional<Scope> scope(LocalRequest request) {
        Matcher signed = SCOPE.matcher(request.header("authorization").orElse(""));
        if (signed.matches()) {
            return Optional.of(new Scope(signed.group(1), signed.group(2)));
        }
        String target = request.header("x-amz-target").orElse("");
        return Optional.ofNullable(SERVICE_BY_API.get(target.substring(0, Math.max(target.indexOf('.'), 0))))
                .map(service -> new Scope(Account.REGION, service));
    }

    private LocalResponse call(LocalRequest request, Scope scope) {
        if (!METHODS.contains(request.method())) {
            return error(405, "UnknownOperationException", "AWS has no operation with the method " + request.method());
        }
        byte[] content = request.body().bytes();
        try {
            HttpExecuteResponse response = aws.prepareRequest(HttpExecuteRequest.builder()
                            .request(signedRequest(request, scope))
                            .contentStreamProvider(() -> new ByteArrayInputStream(content))
                            .build())
                    .call();
            return answer(response);
        } catch (UnknownHostException elsewhere) {
            return error(
                    400,
                    "UnknownOperationException",
                    "The local cloud does not support " + scope.service() + " in " + scope.region());
        } catch (URISyntaxException malformed) {
            return error(400, "UnknownOperationException", "AWS has no operation at " + request.path());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static SdkHttpRequest signedRequest(LocalRequest request, Scope scope) throws URISyntaxException {
        String query = request.query().isEmpty() ? "" : "?" + request.query();
        SdkHttpRequest.Builder builder = SdkHttpRequest.builder()
                .method(SdkHttpMethod.fromValue(request.method()))
                .uri(new URI("https://" + scope.host() + request.path() + query));
        request.headers().forEach(builder::putHeader);
        return builder.build();
    }

    private static LocalResponse answer(HttpExecuteResponse response) throws IOException {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        response.httpResponse().forEachHeader((name, values) -> {
            if (!OF_CONNECTION.contains(name.toLowerCase(Locale.ROOT))) {
                headers.put(name.toLowerCase(Locale.ROOT), values);
            }
        });
        try (InputStream content = response.responseBody().orElseGet(AbortableInputStream::createEmpty)) {
            return new LocalResponse(response.httpResponse().statusCode(), headers, Body.of(content.readAllBytes()));
        }
    }

    private static LocalResponse error(int status, String type, String message) {
        // The JSON protocol reads the body, REST reads the header.
        return LocalResponse.json(
                        status,
                        JsonNodeFactory.instance
                                .objectNode()
                                .put("__type", type)
                                .put("message", message))
                .with("x-amzn-errortype", type);
    }
}
