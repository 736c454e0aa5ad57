package dev.backplane.local.lambda;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.backplane.local.http.Body;
import dev.backplane.local.http.Form;
import dev.backplane.local.http.LocalRequest;
import dev.backplane.local.http.LocalResponse;
import dev.backplane.local.http.PercentEncoding;
import dev.backplane.local.http.PercentEncoding.BadEscapeException;
import dev.backplane.local.http.RequestOrigin;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lambda's Invoke operation. It has no authentication: any local process can invoke any function. */
public final class InvokeApi {

    private static final Pattern PATH = Pattern.compile("/2015-03-31/functions/([^/]+)/invocations");
    private static final int MAX_ASYNCHRONOUS_PAYLOAD = 1024 * 1024;
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final FunctionInvoker functions;
    private final Consumer<String> problems;

    public InvokeApi(FunctionInvoker functions, Consumer<String> problems) {
        this.functions = functions;
        this.problems = problems;
    }

    /** Returns the response, if the path belongs to the Invoke API. */
    public Optional<LocalResponse> answer(LocalRequest request) {
        Matcher matcher = PATH.matcher(request.path());
        return matcher.matches() ? Optional.of(invocation(request, matcher.group(1))) : Optional.empty();
    }

    private LocalResponse invocation(LocalRequest request, String encodedName) {
        if (!request.method().equals("POST")) {
            return LocalResponse.message(405, "Method Not Allowed").with("allow", "POST");
        }
        if (RequestOrigin.isCrossSite(request)) {
            return error(403, "AccessDeniedException", "Requests from other sites may not invoke functions");
        }
        Optional<String> function = function(request, encodedName);
        if (function.isEmpty()) {
            return error(404, "ResourceNotFoundException", "Function not found. Existing functions: " + names());
        }
        Body payload = request.body().size() == 0 ? Body.of("{}") : request.body();
        String type = request.header("x-amz-invocation-type").orElse("RequestResponse");
        int limit = type.equals("Event") ? MAX_ASYNCHRONOUS_PAYLOAD : FunctionInvoker.MAX_PAYLOAD_BYTES;
        if (payload.size() > limit) {
            return error(413, "RequestTooLargeException", "Request must be smaller than " + limit + " bytes");
        }
        if (!isJson(payload)) {
            return error(400, "InvalidRequestContentException", "Could not parse request body into json");
        }
        return switch (type) {
            case "RequestResponse" -> synchronous(function.get(), payload);
            case "Event" -> asynchronous(function.get(), payload);
            default -> error(400, "InvalidParameterValueException", "Unknown invocation type " + type);
        };
    }

    /** Returns the function name with the version or alias from the name, the ARN or the query. */
    private Optional<String> function(LocalRequest request, String encodedName) {
        try {
            String name = PercentEncoding.decodePath(encodedName);
            List<String> qualifiers = Form.parse(request.query()).getOrDefault("Qualifier", List.of());
            String wanted = qualifiers.isEmpty() ? name : name + ":" + qualifiers.getFirst();
            return functions.nameOf(wanted).map(found -> wanted);
        } catch (BadEscapeException e) {
            return Optional.empty();
        }
    }

    private String names() {
        return String.join(", ", functions.names().stream().sorted().toList());
    }

    private LocalResponse synchronous(String function, Body payload) {
        InvocationResult result = functions.invoke(function, payload.bytes());
        if (result.serviceError().isPresent()) {
            InvocationResult.ServiceError refusal = result.serviceError().get();
            return error(refusal.status(), refusal.exception(), refusal.message());
        }
        LocalResponse answer = new LocalResponse(
                        200, Map.of("content-type", List.of("application/json")), Body.of(result.payload()))
                .with("x-amzn-requestid", result.requestId())
                .with("x-amz-executed-version", "$LATEST");
        return result.failed() ? answer.with("x-amz-function-error", "Unhandled") : answer;
    }

    private LocalResponse asynchronous(String function, Body payload) {
        functions.invokeLater(function, payload.bytes(), end -> {
            if (end.failed()) {
                problems.accept(function + " failed: " + Body.of(end.payload()).text());
            }
        });
        return LocalResponse.empty(202)
                .with("x-amzn-requestid", UUID.randomUUID().toString());
    }

    private static boolean isJson(Body payload) {
        try {
            return !JSON.readTree(payload.bytes()).isMissingNode();
        } catch (JacksonException e) {
            return false;
        } catch (IOException e) {
            throw new IllegalStateException("Reading from memory failed", e);
        }
    }

    private static LocalResponse error(int status, String type, String message) {
        return LocalResponse.json(
                        status,
                        JsonNodeFactory.instance
                                .objectNode()
                                .put("Type", "User")
                                .put("Message", message))
                .with("x-amzn-errortype", type);
    }
}
