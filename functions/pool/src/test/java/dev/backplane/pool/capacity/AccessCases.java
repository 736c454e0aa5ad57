package dev.backplane.pool.capacity;

import dev.backplane.pool.Lease;
import dev.backplane.pool.api.EndLeaseHandler;
import dev.backplane.pool.api.IssueCredentialsHandler;
import dev.backplane.pool.api.RevokeSessionsHandler;
import dev.backplane.pool.events.SessionRevokerHandler;
import dev.backplane.pool.events.StreamBatches;
import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.Measured;
import java.util.List;
import java.util.function.Function;

/** The rows of credentials and their revocation. */
final class AccessCases {

    private AccessCases() {}

    private static CapacityCase<Fixture> row(String operation, String name, Function<Fixture, Measured> run) {
        return new CapacityCase<>(operation, name, run);
    }

    static List<CapacityCase<Fixture>> all() {
        return List.of(
                row("IssueCredentials", "the first of a lease", fixture -> issue(fixture, fixture.lease("a"))),
                row("IssueCredentials", "again", fixture -> {
                    Lease lease = fixture.lease("a");
                    issue(fixture, lease);
                    return issue(fixture, lease);
                }),
                row("EndLease", "released, after credentials were issued", fixture -> {
                    Lease lease = fixture.lease("a");
                    issue(fixture, lease);
                    return end(fixture, lease);
                }),
                row("SessionRevoker", "1 account, revoked", fixture -> deliver(fixture, pending(fixture))),
                row("SessionRevoker", "1 account again", fixture -> {
                    Lease lease = pending(fixture);
                    deliver(fixture, lease);
                    return deliver(fixture, lease);
                }),
                row("RevokeSessions", "revoked", fixture -> revoke(fixture, pending(fixture))),
                row("RevokeSessions", "nothing pending", fixture -> revoke(fixture, fixture.lease("a"))));
    }

    private static Measured issue(Fixture fixture, Lease lease) {
        return fixture.reaching.send(
                IssueCredentialsHandler.class,
                Fixture.withId(IssueCredentialsHandler.OPERATION, lease.id().value()),
                200);
    }

    private static Measured end(Fixture fixture, Lease lease) {
        return fixture.send(
                EndLeaseHandler.class,
                Fixture.withId(EndLeaseHandler.OPERATION, lease.id().value()),
                200);
    }

    /** Returns an ended lease whose sessions must be revoked. */
    private static Lease pending(Fixture fixture) {
        Lease lease = fixture.lease("a");
        issue(fixture, lease);
        end(fixture, lease);
        return lease;
    }

    private static Measured deliver(Fixture fixture, Lease lease) {
        return fixture.reaching.deliver(
                SessionRevokerHandler.class,
                "{\"Records\":["
                        + StreamBatches.record(
                                1,
                                "account_id#" + lease.account(),
                                "",
                                StreamBatches.item("data", "dirty", "revocation", "pending"))
                        + "]}");
    }

    private static Measured revoke(Fixture fixture, Lease lease) {
        return fixture.reaching.send(
                RevokeSessionsHandler.class,
                Fixture.withId(RevokeSessionsHandler.OPERATION, lease.account().value()),
                200);
    }
}
