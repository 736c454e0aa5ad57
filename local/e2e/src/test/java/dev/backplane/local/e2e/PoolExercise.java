package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.LocalServer;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Uses every operation of the account pool, so that every grant of its functions is needed. */
final class PoolExercise {

    /** Enough for the records that are still in the stream. */
    private static final int INVOCATIONS = 30;

    private final LocalServer server;
    private final PoolAccounts pool;
    private final Api api;

    PoolExercise(LocalServer server) {
        this.server = server;
        this.pool = new PoolAccounts(server);
        this.api = pool.api();
    }

    void doEverything() {
        String account = pool.available();
        for (int i = 0; i < 5; i++) {
            pool.available();
        }
        clean(account);
        label(account);
        hold(account);
        leases();
        credentials();
        terms();
        sweep();
        verify();
        assertThat(api.delete("/pool/accounts/" + pool.available()).status()).isEqualTo(204);
        Suite.await(
                () -> api.get("/pool/accounts/" + account + "/history"),
                found -> found.json().path("entries").size() > 3);
        giveUp();
    }

    private void clean(String account) {
        String cleanups = "/pool/accounts/" + account + "/cleanups";
        pool.mark(account, "dirty");
        String attempt = api.post(cleanups, "{}").at("attemptId");
        assertThat(api.put(cleanups + "/" + attempt, "{\"result\":\"succeeded\"}")
                        .at("status"))
                .isEqualTo("available");
        assertThat(api.get(cleanups).json().at("/items/0/result").asText()).isEqualTo("succeeded");
    }

    private void label(String account) {
        String labels = "/pool/accounts/" + account + "/labels";
        assertThat(api.put(labels, "{\"labels\":[\"gpu\",\"eu\"]}").status()).isEqualTo(200);
        String other = pool.available();
        assertThat(api.put("/pool/accounts/" + other + "/labels", "{\"labels\":[\"gpu\"]}")
                        .status())
                .isEqualTo(200);
        // The label is known, and only checked.
        assertThat(api.put(labels, "{\"labels\":[]}").status()).isEqualTo(200);
        String lease = api.post("/pool/leases", "{\"userId\":\"" + PoolAccounts.newUser() + "\",\"labels\":[\"gpu\"]}")
                .at("leaseId");
        assertThat(api.delete("/pool/leases/" + lease).status()).isEqualTo(200);
        assertThat(api.delete("/pool/accounts/" + other).status()).isEqualTo(204);
    }

    private void hold(String account) {
        String path = "/pool/accounts/" + account;
        String reason = "{\"reason\":\"checked\"}";
        assertThat(api.put(path + "/hold", reason).status()).isEqualTo(200);
        assertThat(api.delete(path + "/hold").status()).isEqualTo(200);
        String leased =
                api.get("/pool/leases/" + pool.leased(PoolAccounts.newUser())).at("accountId");
        assertThat(api.post("/pool/accounts/" + leased + "/quarantine", reason).status())
                .isEqualTo(200);
    }

    private void leases() {
        String user = PoolAccounts.newUser();
        assertThat(api.post("/pool/users", "{\"userId\":\"" + user + "\"}").status())
                .isEqualTo(201);
        assertThat(api.post("/pool/users", "{\"userId\":\"" + user + "\"}").status())
                .isEqualTo(200);
        String lease = api.with("idempotency-key", "k")
                .post("/pool/leases", "{\"userId\":\"" + user + "\"}")
                .at("leaseId");
        // A claim of a user with an expired lease must end that lease.
        pool.makeDue(lease);
        String next = pool.leased(user);
        assertThat(api.post("/pool/users", "{\"userId\":\"" + user + "\"}")
                        .json()
                        .at("/lease/leaseId")
                        .asText())
                .isEqualTo(next);
        assertThat(api.send("PATCH", "/pool/leases/" + next, "{\"extendMinutes\":5}")
                        .status())
                .isEqualTo(200);
        assertThat(Stream.of(
                        "/pool",
                        "/pool/accounts",
                        "/pool/account-details",
                        "/pool/leases",
                        "/pool/leases/" + next,
                        "/pool/leases/" + lease,
                        "/pool/users/" + user))
                .allSatisfy(path -> assertThat(api.get(path).status()).isEqualTo(200));
        assertThat(api.get("/pool/accounts/" + api.get("/pool/leases/" + next).at("accountId"))
                        .status())
                .isEqualTo(200);
        assertThat(api.delete("/pool/leases/" + next).at("reason")).isEqualTo("released");
    }

    private void terms() {
        pool.available();
        String template = "/pool/templates/small";
        assertThat(api.put(template, PoolAccounts.TEMPLATE).status()).isEqualTo(200);
        assertThat(api.get(template).status()).isEqualTo(200);
        assertThat(api.get("/pool/templates").status()).isEqualTo(200);
        String lease = pool.leased(PoolAccounts.newUser(), "small");
        assertThat(api.put("/pool/leases/" + lease + "/members", "{\"members\":[\"ann@example.com\"]}")
                        .status())
                .isEqualTo(200);
        assertThat(pool.spend(lease, "10", 1).status()).isEqualTo(200);
        assertThat(pool.spend(lease, "100", 2).at("reason")).isEqualTo("budget");
        assertThat(api.delete(template).status()).isEqualTo(204);
    }

    /** Issues credentials, and revokes them: first the account refuses, then an operator tries again. */
    private void credentials() {
        pool.available();
        pool.available();
        String lease = pool.leased(PoolAccounts.newUser());
        String account = api.get("/pool/leases/" + lease).at("accountId");
        assertThat(api.post("/pool/leases/" + lease + "/credentials", "{}").status())
                .isEqualTo(200);
        server.cloud().faults().answer(2, call -> call.is("iam", "PutRolePolicy"), "AccessDenied");
        api.delete("/pool/leases/" + lease);
        Suite.await(() -> api.get("/pool/accounts?status=unrevoked").text(), listed -> listed.contains(account));
        String revocations = "/pool/accounts/" + account + "/revocations";
        assertThat(api.post(revocations, "{}").code()).isEqualTo("ACCESS_DENIED_BY_ACCOUNT");
        assertThat(api.post(revocations, "{}").json().at("/revocation/status").asText())
                .isEqualTo("done");
        String other = pool.leased(PoolAccounts.newUser());
        String second = api.get("/pool/leases/" + other).at("accountId");
        api.post("/pool/leases/" + other + "/credentials", "{}");
        api.delete("/pool/leases/" + other);
        Suite.await(
                () -> api.get("/pool/accounts/" + second)
                        .json()
                        .at("/revocation/status")
                        .asText(),
                "done"::equals);
    }

    private void sweep() {
        pool.leased(PoolAccounts.newUser());
        String due = pool.leased(PoolAccounts.newUser());
        pool.makeDue(due);
        server.cloud().schedules().fire("LeaseSweeper");
        // The lease ends for its user at once; the account shows that it was swept.
        String account = api.get("/pool/leases/" + due).at("accountId");
        Suite.await(() -> api.get("/pool/accounts/" + account).at("status"), "dirty"::equals);
    }

    /** Damages the pool and repairs it: a lease that must end, and a user row that must be completed. */
    private void verify() {
        String user = PoolAccounts.newUser();
        String lease = pool.leased(user);
        pool.delete("account_id#" + api.get("/pool/leases/" + lease).at("accountId"));
        pool.put(Map.of("pk", AttributeValue.fromS("user_id#" + user)));
        Api.Answer repaired = api.post("/pool/verify", "{\"repair\":true}");
        assertThat(repaired.json().path("repaired").asInt())
                .isEqualTo(repaired.json().path("findings").size())
                .isPositive();
        assertThat(api.post("/pool/verify", "{}").json().path("consistent").asBoolean())
                .isTrue();
    }

    /** Makes the mappings discard records of each function that reads the table's stream. */
    private void giveUp() {
        Map<String, AttributeValue> row = Map.of(
                "pk", AttributeValue.fromS("account_id#given-up"),
                "data", AttributeValue.fromS("dirty"),
                "revocation", AttributeValue.fromS("pending"),
                "revocationSince", AttributeValue.fromS("2026-01-05T00:00:00.000Z"));
        GivenUp.next(server, INVOCATIONS, () -> pool.put(row), "PoolStream", "AccountHistory", "SessionRevoker");
    }
}
