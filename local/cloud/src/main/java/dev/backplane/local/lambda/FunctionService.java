package dev.backplane.local.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.account.Regions;
import dev.backplane.local.aws.AwsRequest;
import dev.backplane.local.aws.AwsResponses;
import dev.backplane.local.aws.AwsService;
import dev.backplane.local.iam.AccessRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.http.HttpExecuteResponse;

/** Lambda's operations on the configurations, versions and aliases of functions, in every region. */
public final class FunctionService implements AwsService {

    private final FunctionCatalog functions;
    private final FunctionLists lists;
    private final FunctionChanges changes;

    public FunctionService(FunctionCatalog functions, Layers layers) {
        this.functions = functions;
        this.lists = new FunctionLists(functions);
        this.changes = new FunctionChanges(functions, layers);
    }

    @Override
    public List<String> hosts() {
        return Regions.all().stream()
                .flatMap(region -> Regions.host("lambda", region).stream())
                .toList();
    }

    @Override
    public Optional<List<AccessRequest>> accesses(AwsRequest request) {
        return FunctionCall.read(request).map(call -> {
            List<AccessRequest> accesses = new ArrayList<>();
            accesses.add(new AccessRequest(call.action(), call.resource()));
            request.body()
                    .path(FunctionCatalog.LAYERS)
                    .valueStream()
                    .map(layer -> new AccessRequest("lambda:GetLayerVersion", layer.asText()))
                    .forEach(accesses::add);
            if (request.body().hasNonNull("Role")) {
                accesses.add(AccessRequest.passRole(request.body().path("Role").asText(), "lambda.amazonaws.com"));
            }
            return accesses;
        });
    }

    @Override
    public HttpExecuteResponse perform(AwsRequest request) {
        Optional<FunctionCall> call = FunctionCall.read(request);
        if (call.isEmpty()) {
            return AwsResponses.restRefused(
                    404,
                    "ResourceNotFoundException",
                    "The local cloud does not support " + request.method() + " " + request.path());
        }
        synchronized (functions) {
            try {
                return perform(call.get(), request);
            } catch (LambdaRefusedException refusal) {
                return refusal.answer();
            }
        }
    }

    private HttpExecuteResponse perform(FunctionCall call, AwsRequest request) {
        JsonNode body = request.body();
        return switch (call.operation()) {
            case LIST_FUNCTIONS -> lists.functions(call, request);
            case LIST_VERSIONS -> lists.versions(call, request);
            case LIST_ALIASES -> lists.aliases(call, request);
            case CREATE_FUNCTION -> changes.create(call, body);
            case UPDATE_CONFIGURATION -> changes.update(call, body);
            case PUBLISH_VERSION -> changes.publish(call);
            case CREATE_ALIAS -> changes.createAlias(call, body);
            case UPDATE_ALIAS -> changes.updateAlias(call, body);
        };
    }
}
