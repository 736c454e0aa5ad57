package dev.backplane.tenants.queues;

import dev.backplane.platform.Platform;
import dev.backplane.platform.aws.RoleSession;
import dev.backplane.platform.aws.SessionCredentials;
import dev.backplane.platform.aws.Sts;
import dev.backplane.platform.settings.Settings;
import dev.backplane.tenants.Queue;
import dev.backplane.tenants.QueuePolicies;
import dev.backplane.tenants.QueueType;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.TenantsSettings;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Sessions with which the clients of a tenant use one of its queues. */
public final class QueueSessions {

    // A name has up to 64 characters, and a tenant's id up to 46.
    private static final int RANDOM_CHARACTERS = 8;

    private final Platform platform;
    private final Sts sts;
    private final String role;
    private final boolean keys;

    public QueueSessions(Platform platform) {
        Settings settings = platform.settings();
        this.platform = platform;
        this.sts = new Sts(platform.aws(), platform.clock());
        this.role = settings.require(TenantsSettings.TENANT_QUEUE_ROLE);
        this.keys = settings.find(TenantsSettings.TENANT_QUEUE_KEYS).isPresent();
    }

    /** Creates a session; its name, which SQS shows as the sender of messages, begins with the tenant. */
    public SessionCredentials create(TenantId tenant, QueueType type, Queue queue, Duration duration) {
        String name = tenant + "-" + type.value().toLowerCase(Locale.ROOT) + "-"
                + platform.ids().next().substring(0, RANDOM_CHARACTERS);
        return sts.assumeRole(new RoleSession(
                role,
                name,
                duration,
                Optional.empty(),
                Optional.of(QueuePolicies.ofSession(type, queue, keys)),
                Map.of()));
    }
}
