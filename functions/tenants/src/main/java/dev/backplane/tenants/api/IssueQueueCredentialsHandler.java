package dev.backplane.tenants.api;

import dev.backplane.platform.Actor;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Platform;
import dev.backplane.platform.aws.RoleSession;
import dev.backplane.platform.aws.SessionCredentials;
import dev.backplane.platform.dynamo.Retry;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Ownership;
import dev.backplane.tenants.Queue;
import dev.backplane.tenants.QueueDecision;
import dev.backplane.tenants.QueueType;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.Tenant;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.queues.QueueSessions;
import dev.backplane.tenants.store.Stores;
import dev.backplane.tenants.store.TenantStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Issues credentials for one queue of a tenant. Provisions the tenant like a request for the queue. */
public final class IssueQueueCredentialsHandler extends QueueHandler {

    public static final Operation OPERATION = Operation.of(
            "IssueQueueCredentials",
            List.of(Scopes.WRITE, Scopes.SELF),
            "POST /tenants/{tenantId}/queues/{queueType}/credentials");

    private static final InputType<Integer> MINUTES =
            InputType.number((int) RoleSession.SHORTEST.toMinutes(), (int) RoleSession.LONGEST.toMinutes());

    private final TenantStore tenants;
    private final QueueSessions sessions;
    private final Retry retry;
    private final Map<String, TenantId> clients;

    public IssueQueueCredentialsHandler() {
        this(Platform.lambda());
    }

    public IssueQueueCredentialsHandler(Platform platform) {
        this(platform, new Stores(platform));
    }

    private IssueQueueCredentialsHandler(Platform platform, Stores stores) {
        super(platform, OPERATION, stores);
        this.tenants = stores.tenants();
        this.sessions = new QueueSessions(platform);
        this.retry = platform.dynamo().retry();
        this.clients = TenantsSettings.clients(platform.settings());
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<TenantId> id = input.path("tenantId", Fields.TENANT);
        Supplier<String> typeText = input.path("queueType", InputType.text(Function.identity()));
        Supplier<Optional<Integer>> minutes = input.optionalBody("durationMinutes", MINUTES);
        input.verify();

        Ownership<TenantId> ownership = Ownership.of(request, Scopes.SELF, client -> own(request.actor(), client));
        if (!ownership.includes(id.get())) {
            return Ownership.refusal();
        }
        Duration duration = minutes.get().map(Duration::ofMinutes).orElse(RoleSession.LONGEST);
        return QueueType.find(typeText.get())
                .map(type -> issue(id.get(), type, duration))
                .orElseGet(Problems::invalidQueueType);
    }

    /** Returns the tenant of a machine client. A person has none, even with the same id. */
    private TenantId own(Actor actor, String client) {
        return Optional.ofNullable(clients.get(client))
                .filter(_ -> actor.type() == Actor.Type.CLIENT)
                .orElseThrow(() -> new InvalidValueException("is not the client of a tenant"));
    }

    private HttpResponse issue(TenantId id, QueueType type, Duration duration) {
        return retry.run(() -> respond(id, type, queue -> issue(queue, duration), Attempt.Done::new));
    }

    /**
     * Creates a session, and reads the tenant again: it may have been suspended or deleted meanwhile. In the second of a
     * resumption, sessions are still denied, so the next attempt creates another one.
     */
    private Attempt<HttpResponse> issue(Usable usable, Duration duration) {
        SessionCredentials credentials = sessions.create(usable.tenant(), usable.type(), usable.queue(), duration);
        Instant issued = credentials.expires().minus(duration);
        Tenant now = tenants.getTenant(usable.tenant());
        boolean valid = now.access().accepts(issued)
                && decision(now, usable.type()) instanceof QueueDecision.Ready(Queue queue, StackVersion _)
                && queue.equals(usable.queue());
        return valid
                ? new Attempt.Done<>(HttpResponse.ok(CredentialsView.of(credentials, usable.queue())))
                : new Attempt.Lost<>();
    }
}
