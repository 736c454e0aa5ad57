package dev.backplane.local.ssm;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.account.Regions;
import dev.backplane.local.aws.AwsRequest;
import dev.backplane.local.aws.AwsResponses;
import dev.backplane.local.aws.AwsService;
import dev.backplane.local.iam.AccessRequest;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.http.HttpExecuteResponse;

/** The parameter operations of Systems Manager, in every region. */
public final class ParameterService implements AwsService {

    private final Parameters parameters;
    private final Clock clock;

    public ParameterService(Parameters parameters, Clock clock) {
        this.parameters = parameters;
        this.clock = clock;
    }

    @Override
    public List<String> hosts() {
        return Regions.all().stream()
                .flatMap(region -> Regions.host("ssm", region).stream())
                .toList();
    }

    @Override
    public Optional<List<AccessRequest>> accesses(AwsRequest request) {
        JsonNode body = request.body();
        return switch (request.action()) {
            case "PutParameter", "GetParameter", "DeleteParameter" ->
                Optional.of(List.of(access(request, body.path("Name"))));
            // The permission for a path includes the parameters below it.
            case "GetParametersByPath" -> Optional.of(List.of(access(request, body.path("Path"))));
            case "GetParameters", "DeleteParameters" ->
                Optional.of(body.path("Names")
                        .valueStream()
                        .map(name -> access(request, name))
                        .toList());
            default -> Optional.empty();
        };
    }

    private static AccessRequest access(AwsRequest request, JsonNode name) {
        String bare = name.asText("").replaceFirst(":.*", "");
        return new AccessRequest("ssm:" + request.action(), ParameterNames.arn(region(request), bare));
    }

    @Override
    public HttpExecuteResponse perform(AwsRequest request) {
        ParameterCalls calls = new ParameterCalls(parameters, clock, region(request));
        JsonNode body = request.body();
        try {
            return switch (request.action()) {
                case "PutParameter" -> AwsResponses.ok(calls.put(body));
                case "GetParameter" -> AwsResponses.ok(calls.get(body));
                case "GetParameters" -> AwsResponses.ok(calls.getAll(body));
                case "GetParametersByPath" -> AwsResponses.ok(calls.getByPath(body));
                case "DeleteParameter" -> AwsResponses.ok(calls.delete(body));
                case "DeleteParameters" -> AwsResponses.ok(calls.deleteAll(body));
                default -> AwsResponses.notOffered(request);
            };
        } catch (SsmException refusal) {
            return AwsResponses.refused(refusal.type(), refusal.reason());
        }
    }

    private static String region(AwsRequest request) {
        return request.host().split("\\.", -1)[1];
    }
}
