package dev.backplane.pool.access;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.Platform;
import dev.backplane.platform.http.Operation;
import dev.backplane.pool.Lease;
import dev.backplane.pool.api.EndLeaseHandler;
import dev.backplane.pool.api.GetAccountHandler;
import dev.backplane.pool.api.IssueCredentialsHandler;
import dev.backplane.pool.api.ListAccountsHandler;
import dev.backplane.pool.api.RemoveAccountHandler;
import dev.backplane.pool.api.RevokeSessionsHandler;
import dev.backplane.pool.api.SetAccountStatusHandler;
import dev.backplane.pool.api.SetLeaseMembersHandler;
import dev.backplane.pool.events.SessionRevokerHandler;
import dev.backplane.pool.events.StreamBatches;
import dev.backplane.pool.store.StoreFixture;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.Invoke;
import dev.backplane.testing.TestPlatform;
import java.time.Duration;
import java.util.function.Function;

/** A pool of accounts that can be used, over the table of one test. */
final class AccessFixture {

    static final String SELF = "backplane/pool.self";
    static final String ACCOUNT = "000000000001";

    final AccountCloud cloud;
    final StoreFixture stores;
    final TestPlatform platform;

    AccessFixture(DynamoLocal local) {
        this.cloud = new AccountCloud(local);
        this.stores = new StoreFixture(local);
        this.platform = cloud.platform();
        stores.fill(1);
    }

    void advance(Duration time) {
        platform.clock().advance(time);
        stores.clock.advance(time);
    }

    GatewayResponse send(HttpCall call, Function<Platform, RequestStreamHandler> handler) {
        return call.send(handler.apply(platform.platform()));
    }

    static HttpCall of(Operation operation, String id) {
        return HttpCall.of(operation).path("id", id);
    }

    static HttpCall issuing(Lease lease) {
        return of(IssueCredentialsHandler.OPERATION, lease.id().value());
    }

    GatewayResponse issue(HttpCall call) {
        return send(call, IssueCredentialsHandler::new);
    }

    /** Issues credentials to the machine that may do everything. */
    GatewayResponse issue(Lease lease) {
        return issue(issuing(lease).claim("client_id", "machine").sub("machine"));
    }

    /** Issues credentials to a person who may use their own leases. */
    GatewayResponse issueTo(String person, Lease lease) {
        return issue(issuing(lease).scopes(SELF).sub(person));
    }

    GatewayResponse end(Lease lease) {
        return send(of(EndLeaseHandler.OPERATION, lease.id().value()), EndLeaseHandler::new);
    }

    GatewayResponse setMembers(Lease lease, String members) {
        return send(
                of(SetLeaseMembersHandler.OPERATION, lease.id().value()).body("{\"members\":[" + members + "]}"),
                SetLeaseMembersHandler::new);
    }

    GatewayResponse account() {
        return send(of(GetAccountHandler.OPERATION, ACCOUNT), GetAccountHandler::new);
    }

    /** Returns the status of the revocation of the account. */
    String revocation() {
        return stores.accounts
                .getAccount(StoreFixture.account(1))
                .orElseThrow()
                .marks()
                .revocation()
                .map(revocation -> revocation.status().value())
                .orElse("none");
    }

    GatewayResponse mark(String status) {
        return send(
                of(SetAccountStatusHandler.OPERATION, ACCOUNT).body("{\"status\":\"" + status + "\"}"),
                SetAccountStatusHandler::new);
    }

    GatewayResponse remove() {
        return send(of(RemoveAccountHandler.OPERATION, ACCOUNT), RemoveAccountHandler::new);
    }

    GatewayResponse unrevoked() {
        return send(HttpCall.of(ListAccountsHandler.OPERATION).query("status=unrevoked"), ListAccountsHandler::new);
    }

    GatewayResponse retry() {
        return send(of(RevokeSessionsHandler.OPERATION, ACCOUNT), RevokeSessionsHandler::new);
    }

    /** Delivers a record of the account; what it contains does not matter. */
    String deliver() {
        return Invoke.with(
                new SessionRevokerHandler(platform.platform()),
                "{\"Records\":["
                        + StreamBatches.record(
                                1,
                                "account_id#" + ACCOUNT,
                                "",
                                StreamBatches.item("data", "dirty", "revocation", "pending"))
                        + "]}",
                Invoke.contextWith(60_000));
    }
}
