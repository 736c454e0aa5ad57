package dev.backplane.local.cloudwatch;

import dev.backplane.local.account.Account;
import dev.backplane.local.aws.AwsRequest;
import dev.backplane.local.aws.QueryService;
import dev.backplane.local.aws.QueryXml;
import dev.backplane.local.iam.AccessRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The CloudWatch endpoint. The local cloud measures nothing, so no metric has data points. */
public final class MetricService extends QueryService {

    private static final String NAMESPACE = "http://monitoring.amazonaws.com/doc/2010-08-01/";
    private static final Map<String, Set<String>> PARAMETERS = Map.of(
            "GetMetricStatistics",
            Set.of("Namespace", "MetricName", "Dimensions", "StartTime", "EndTime", "Period", "Statistics"));

    public MetricService() {
        super(NAMESPACE, PARAMETERS);
    }

    @Override
    public List<String> hosts() {
        return List.of("monitoring." + Account.REGION + ".amazonaws.com");
    }

    @Override
    public Optional<List<AccessRequest>> accesses(AwsRequest request) {
        return offers(request)
                ? Optional.of(List.of(new AccessRequest("cloudwatch:" + request.action(), "*")))
                : Optional.empty();
    }

    @Override
    protected void answer(AwsRequest request, QueryXml xml) {
        xml.list("Datapoints", List.of(), QueryXml::content)
                .text("Label", request.form().text("MetricName").orElse(""));
    }
}
