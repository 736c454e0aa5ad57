package dev.backplane.infra.constructs;

import java.util.ArrayList;
import java.util.List;
import software.amazon.awscdk.CfnResource;

/** Resources that CloudFormation creates or updates with limited concurrency, in the order in which they were added. */
final class BoundedGroup {

    private final int limit;
    private final List<CfnResource> members = new ArrayList<>();

    BoundedGroup(int limit) {
        this.limit = limit;
    }

    /** Adds a resource, which depends on the one added {@code limit} places before it. */
    void add(CfnResource resource) {
        if (members.size() >= limit) {
            resource.addResourceDependency(members.get(members.size() - limit));
        }
        members.add(resource);
    }
}
