package dev.backplane.local.lambda;

import dev.backplane.local.account.Regions;
import dev.backplane.local.aws.AwsRequest;
import dev.backplane.local.http.PercentEncoding;
import dev.backplane.local.http.PercentEncoding.BadEscapeException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A call about functions of Lambda's API, except Invoke.
 *
 * @param function the name of the function; empty if the call is about all functions
 * @param alias the name of the alias; empty if the call is not about one
 */
record FunctionCall(Operation operation, String region, String function, String alias) {

    enum Operation {
        LIST_FUNCTIONS("ListFunctions"),
        CREATE_FUNCTION("CreateFunction"),
        UPDATE_CONFIGURATION("UpdateFunctionConfiguration"),
        LIST_VERSIONS("ListVersionsByFunction"),
        PUBLISH_VERSION("PublishVersion"),
        LIST_ALIASES("ListAliases"),
        CREATE_ALIAS("CreateAlias"),
        UPDATE_ALIAS("UpdateAlias");

        private final String action;

        Operation(String action) {
            this.action = action;
        }
    }

    private static final String ROOT = "/2015-03-31/functions";
    private static final Pattern PATH =
            Pattern.compile(ROOT + "(?:/([^/]+)/(configuration|versions|aliases)(?:/([^/]+))?)?/?");

    /** Returns whether a path belongs to functions rather than to layers. */
    static boolean isFor(AwsRequest request) {
        return request.path().startsWith(ROOT);
    }

    static Optional<FunctionCall> read(AwsRequest request) {
        Matcher path = PATH.matcher(request.path());
        return path.matches() ? read(request, path) : Optional.empty();
    }

    private static Optional<FunctionCall> read(AwsRequest request, Matcher path) {
        String kind = path.group(2) == null ? "" : path.group(2);
        String form = request.method() + " " + kind + (path.group(3) == null ? "" : "/{name}");
        Optional<Operation> operation = Optional.ofNullable(
                switch (form) {
                    case "GET " -> Operation.LIST_FUNCTIONS;
                    case "POST " -> Operation.CREATE_FUNCTION;
                    case "PUT configuration" -> Operation.UPDATE_CONFIGURATION;
                    case "GET versions" -> Operation.LIST_VERSIONS;
                    case "POST versions" -> Operation.PUBLISH_VERSION;
                    case "GET aliases" -> Operation.LIST_ALIASES;
                    case "POST aliases" -> Operation.CREATE_ALIAS;
                    case "PUT aliases/{name}" -> Operation.UPDATE_ALIAS;
                    default -> null;
                });
        return operation.map(found ->
                new FunctionCall(found, LayerCalls.region(request), function(request, path), text(path.group(3))));
    }

    private static String function(AwsRequest request, Matcher path) {
        String named =
                path.group(1) == null ? request.body().path("FunctionName").asText() : text(path.group(1));
        return FunctionName.parse(named).name();
    }

    private static String text(String encoded) {
        try {
            return encoded == null ? "" : PercentEncoding.decodePath(encoded);
        } catch (BadEscapeException bad) {
            // No function has such a name.
            return encoded;
        }
    }

    /** Returns the required IAM action. */
    String action() {
        return "lambda:" + operation.action;
    }

    /** Returns the ARN that the IAM action applies to. ListFunctions has no resource. */
    String resource() {
        return operation == Operation.LIST_FUNCTIONS ? "*" : arn(function);
    }

    /** Returns the ARN of a function, version or alias of this region. */
    String arn(String qualified) {
        return Regions.arn("lambda", region, "function:" + qualified);
    }
}
