package dev.backplane.local.lambda;

import dev.backplane.local.account.Regions;
import dev.backplane.local.aws.AwsRequest;
import dev.backplane.local.http.PercentEncoding;
import dev.backplane.local.http.PercentEncoding.BadEscapeException;
import dev.backplane.local.lambda.LayerCall.Operation;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses the REST paths of Lambda's layer operations. */
final class LayerCalls {

    private static final Pattern PATH = Pattern.compile(
            "/2018-10-31/layers(?:/([^/]+)/versions(?:/([^/]+)(/policy(?:/([A-Za-z0-9_-]{1,100}))?)?)?)?/?");
    private static final Pattern ARN =
            Pattern.compile("(arn:[a-z-]+:lambda:[a-z0-9-]+:\\d{12}:layer:[\\w-]+)(?::\\d+)?");
    private static final Pattern NAME = Pattern.compile("[\\w-]{1,140}");

    private LayerCalls() {}

    /** Returns the region of the request's endpoint. */
    static String region(AwsRequest request) {
        String[] labels = request.host().split("\\.", -1);
        return labels.length > 1 ? labels[1] : "";
    }

    static Optional<LayerCall> read(AwsRequest request) {
        Matcher path = PATH.matcher(request.path());
        if (!path.matches()) {
            return Optional.empty();
        }
        if (path.group(1) == null) {
            return request.parameter("find").isPresent() ? readByArn(request) : readList(request);
        }
        Optional<String> layer = layerArn(region(request), path.group(1));
        if (path.group(2) == null) {
            return layer.flatMap(arn -> ofLayer(request.method(), arn));
        }
        String number = path.group(2);
        return layer.filter(arn -> number.matches("\\d{1,18}"))
                .map(arn -> arn + ":" + number)
                .flatMap(version -> path.group(3) == null
                        ? ofVersion(request.method(), version)
                        : ofPolicy(request.method(), version, Optional.ofNullable(path.group(4))));
    }

    private static Optional<LayerCall> readByArn(AwsRequest request) {
        return request.method().equals("GET")
                ? request.parameter("Arn")
                        .filter(arn -> ARN.matcher(arn).matches())
                        .map(arn -> new LayerCall(Operation.GET, arn))
                : Optional.empty();
    }

    private static Optional<LayerCall> readList(AwsRequest request) {
        return request.method().equals("GET") ? Optional.of(new LayerCall(Operation.LIST, "*")) : Optional.empty();
    }

    private static Optional<LayerCall> ofLayer(String method, String arn) {
        return switch (method) {
            case "POST" -> Optional.of(new LayerCall(Operation.PUBLISH, arn));
            case "GET" -> Optional.of(new LayerCall(Operation.LIST_VERSIONS, arn));
            default -> Optional.empty();
        };
    }

    private static Optional<LayerCall> ofVersion(String method, String arn) {
        return switch (method) {
            case "GET" -> Optional.of(new LayerCall(Operation.GET, arn));
            case "DELETE" -> Optional.of(new LayerCall(Operation.DELETE, arn));
            default -> Optional.empty();
        };
    }

    private static Optional<LayerCall> ofPolicy(String method, String arn, Optional<String> statement) {
        return switch (method) {
            case "POST" ->
                Optional.of(new LayerCall(Operation.ADD_PERMISSION, arn)).filter(_ -> statement.isEmpty());
            case "GET" -> Optional.of(new LayerCall(Operation.GET_POLICY, arn)).filter(_ -> statement.isEmpty());
            case "DELETE" -> statement.map(id -> new LayerCall(Operation.REMOVE_PERMISSION, arn, Optional.of(id)));
            default -> Optional.empty();
        };
    }

    private static Optional<String> layerArn(String region, String encoded) {
        try {
            String nameOrArn = PercentEncoding.decodePath(encoded);
            return NAME.matcher(nameOrArn).matches()
                    ? Optional.of(Regions.arn("lambda", region, "layer:" + nameOrArn))
                    : Optional.of(nameOrArn).filter(arn -> ARN.matcher(arn).matches());
        } catch (BadEscapeException bad) {
            return Optional.empty();
        }
    }
}
