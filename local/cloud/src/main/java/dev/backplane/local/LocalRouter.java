package dev.backplane.local;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.backplane.local.apigateway.HttpApiGateway;
import dev.backplane.local.aws.AwsApi;
import dev.backplane.local.cloudfront.LocalSite;
import dev.backplane.local.cognito.Issuer;
import dev.backplane.local.http.LocalRequest;
import dev.backplane.local.http.LocalResponse;
import dev.backplane.local.lambda.InvokeApi;
import java.util.function.Function;

/** Routes requests on the local port to the issuer, the AWS APIs, the health check, the site or the HTTP APIs. */
public record LocalRouter(Issuer issuer, InvokeApi invokeApi, AwsApi awsApi, LocalSite site, HttpApiGateway httpApis)
        implements Function<LocalRequest, LocalResponse> {

    private static final String HEALTH_PATH = "/_backplane/health";

    @Override
    public LocalResponse apply(LocalRequest request) {
        if (request.path().equals(HEALTH_PATH)) {
            return LocalResponse.json(200, JsonNodeFactory.instance.objectNode().put("status", "ready"));
        }
        return issuer.answer(request)
                .or(() -> invokeApi.answer(request))
                .or(() -> awsApi.answer(request))
                .or(() -> site.answer(request))
                .orElseGet(() -> httpApis.answer(request));
    }
}
