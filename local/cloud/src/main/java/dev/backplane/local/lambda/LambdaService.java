package dev.backplane.local.lambda;

import dev.backplane.local.aws.AwsRequest;
import dev.backplane.local.aws.AwsService;
import dev.backplane.local.iam.AccessRequest;
import dev.backplane.local.iam.Denial;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.http.HttpExecuteResponse;

/** Lambda's endpoints in every region, for functions and for layers. */
public record LambdaService(FunctionService functions, LayerService layers) implements AwsService {

    @Override
    public List<String> hosts() {
        return layers.hosts();
    }

    @Override
    public Optional<List<AccessRequest>> accesses(AwsRequest request) {
        return serviceOf(request).accesses(request);
    }

    @Override
    public String operation(AwsRequest request) {
        return serviceOf(request).operation(request);
    }

    @Override
    public HttpExecuteResponse perform(AwsRequest request) throws IOException {
        return serviceOf(request).perform(request);
    }

    @Override
    public HttpExecuteResponse denied(Denial denial) {
        return layers.denied(denial);
    }

    @Override
    public HttpExecuteResponse failed(int status, String code, String message) {
        return layers.failed(status, code, message);
    }

    private AwsService serviceOf(AwsRequest request) {
        return FunctionCall.isFor(request) ? functions : layers;
    }
}
