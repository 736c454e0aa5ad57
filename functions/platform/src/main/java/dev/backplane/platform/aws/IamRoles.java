package dev.backplane.platform.aws;

import java.net.URI;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.regions.PartitionMetadata;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.ServiceMetadata;

/** The inline policies of a role. */
public final class IamRoles {

    private static final String ROLE = "RoleName";
    private static final String POLICY = "PolicyName";

    private final QueryApi api;

    public IamRoles(AwsConnection aws, Clock clock) {
        this.api = new QueryApi(new SignedHttp(global(aws), "iam", clock), "2010-05-08");
    }

    /** Returns a connection to the only endpoint that IAM has in the partition. */
    private static AwsConnection global(AwsConnection aws) {
        Region global = Region.of(PartitionMetadata.of(aws.region()).id() + "-global");
        ServiceMetadata iam = ServiceMetadata.of("iam");
        AwsConnection signed = aws.in(iam.signingRegion(global));
        return aws.endpoint().isPresent() ? signed : signed.at(URI.create("https://" + iam.endpointFor(global)));
    }

    /** Returns the names of all inline policies of a role. */
    public List<String> listPolicies(String role) {
        List<String> names = new ArrayList<>();
        Optional<String> marker = Optional.empty();
        do {
            Map<String, String> parameters = new HashMap<>(Map.of(ROLE, role));
            marker.ifPresent(position -> parameters.put("Marker", position));
            QueryResult page = api.call("ListRolePolicies", parameters);
            names.addAll(page.all("member"));
            marker = page.find("Marker");
        } while (marker.isPresent());
        return names;
    }

    /** Adds or replaces an inline policy of a role. */
    public void putPolicy(String role, String policy, String document) {
        api.call("PutRolePolicy", Map.of(ROLE, role, POLICY, policy, "PolicyDocument", document));
    }

    /** Deletes an inline policy of a role, if it exists. */
    public void deletePolicy(String role, String policy) {
        try {
            api.call("DeleteRolePolicy", Map.of(ROLE, role, POLICY, policy));
        } catch (AwsRefusalException e) {
            if (!e.code().equals("NoSuchEntity")) {
                throw e;
            }
        }
    }
}
