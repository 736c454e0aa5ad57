package dev.backplane.infra;

import dev.backplane.platform.http.Operation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import software.amazon.awscdk.Fn;
import software.amazon.awscdk.services.cloudfront.AllowedMethods;
import software.amazon.awscdk.services.cloudfront.BehaviorOptions;
import software.amazon.awscdk.services.cloudfront.CachePolicy;
import software.amazon.awscdk.services.cloudfront.IOrigin;
import software.amazon.awscdk.services.cloudfront.OriginProtocolPolicy;
import software.amazon.awscdk.services.cloudfront.OriginRequestPolicy;
import software.amazon.awscdk.services.cloudfront.OriginSslPolicy;
import software.amazon.awscdk.services.cloudfront.ViewerProtocolPolicy;
import software.amazon.awscdk.services.cloudfront.origins.HttpOrigin;

/** The cache behaviors that route paths of the distribution to the services' APIs. */
final class ApiBehaviors {

    private ApiBehaviors() {}

    /**
     * Routes each first path segment to its API: {@code /pool} and {@code /pool/*}, because {@code /pool*} would match
     * other paths too. A distribution can have 75 behaviors.
     */
    static Map<String, BehaviorOptions> of(List<ServiceStack> services) {
        Map<String, SortedSet<String>> segments = BackplaneApp.OPERATIONS.stream()
                .collect(Collectors.groupingBy(
                        Operation::service,
                        Collectors.flatMapping(
                                operation -> operation.routes().stream()
                                        .map(route -> route.path().split("/")[1]),
                                Collectors.toCollection(TreeSet::new))));
        Map<String, BehaviorOptions> behaviors = new LinkedHashMap<>();
        for (ServiceStack service : services) {
            BehaviorOptions behavior = forApi(service.api().url());
            for (String segment : segments.getOrDefault(service.service().name(), new TreeSet<>())) {
                behaviors.put("/" + segment, behavior);
                behaviors.put("/" + segment + "/*", behavior);
            }
        }
        return behaviors;
    }

    private static BehaviorOptions forApi(String url) {
        IOrigin origin = HttpOrigin.Builder.create(Fn.parseDomainName(url))
                .protocolPolicy(OriginProtocolPolicy.HTTPS_ONLY)
                .originSslProtocols(List.of(OriginSslPolicy.TLS_V1_2))
                .build();
        return BehaviorOptions.builder()
                .origin(origin)
                // With a redirect, the client would already have sent its token unencrypted.
                .viewerProtocolPolicy(ViewerProtocolPolicy.HTTPS_ONLY)
                .allowedMethods(AllowedMethods.ALLOW_ALL)
                // A cached response would be returned without checking the token.
                .cachePolicy(CachePolicy.CACHING_DISABLED)
                .originRequestPolicy(OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER)
                // Compression would make ETags weak, and If-Match needs strong ones.
                .compress(false)
                .build();
    }
}
