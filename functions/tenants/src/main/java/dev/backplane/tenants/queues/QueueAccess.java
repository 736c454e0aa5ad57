package dev.backplane.tenants.queues;

import dev.backplane.platform.Platform;
import dev.backplane.tenants.Access;
import dev.backplane.tenants.Metadata;
import dev.backplane.tenants.Queue;
import dev.backplane.tenants.QueuePolicies;
import dev.backplane.tenants.QueueType;
import dev.backplane.tenants.TenantsSettings;
import java.util.Arrays;

/** Denies sessions of clients, in the policies of queues. */
public final class QueueAccess {

    private final Sqs sqs;
    private final String role;
    private final String prefix;

    public QueueAccess(Platform platform) {
        this.sqs = new Sqs(platform);
        this.role = platform.settings().require(TenantsSettings.TENANT_QUEUE_ROLE);
        this.prefix = platform.settings().require(TenantsSettings.TENANT_STACK_PREFIX) + "-";
    }

    /** Enforces the access of a tenant at its queues. */
    public void enforce(Metadata metadata, Access access) {
        Arrays.stream(QueueType.values())
                .flatMap(type -> metadata.queue(type).stream())
                .forEach(queue -> enforce(queue, access));
    }

    /**
     * Enforces an access at a queue, if it exists. Older stacks could name their outbound queues freely; the role cannot
     * reach queues with other names, so their sessions need no denial.
     */
    public void enforce(Queue queue, Access access) {
        if (access.allowsTheSameAs(Access.OPEN) || !queue.name().startsWith(prefix)) {
            return;
        }
        sqs.policy(queue)
                .flatMap(current -> QueuePolicies.change(current, access, queue, role))
                .ifPresent(changed -> sqs.setPolicy(queue, changed));
    }
}
