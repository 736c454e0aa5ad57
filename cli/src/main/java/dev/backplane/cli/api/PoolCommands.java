package dev.backplane.cli.api;

import static dev.backplane.cli.api.Placement.FLAG;
import static dev.backplane.cli.api.Placement.LIST;
import static dev.backplane.cli.api.Placement.NUMBER;
import static dev.backplane.cli.api.Placement.PATH;
import static dev.backplane.cli.api.Placement.QUERY;
import static dev.backplane.cli.api.Placement.TEXT;

import java.util.List;

/** The commands for the account pool. {@code pool seed} is several calls. */
final class PoolCommands {

    static final List<Operation> ALL = List.of(
            Operation.get("pool status", "/pool", "Shows how many accounts are in each state, and the active leases.")
                    .example("--watch"),
            Operation.get("pool accounts", "/pool/account-details", "Lists the accounts, or those in one state.")
                    .columns(
                            "account.accountId",
                            "account.status",
                            "account.since",
                            "account.labels",
                            "lease.userId",
                            "lease.expiresAt")
                    .option("status", QUERY, "The state, held or unrevoked; all accounts if absent.")
                    .example("--status available"),
            Operation.get("pool account", "/pool/accounts/{id}", "Shows an account.")
                    .argument("account=id", PATH, "The number of an account.")
                    .example("000000000001"),
            Operation.post("pool lease", "/pool/leases", "Leases an account to a user.")
                    .argument("user=userId", TEXT, "The user.")
                    .option("minutes=durationMinutes", NUMBER, "The duration of the lease.")
                    .option("template", TEXT, "The template of the lease.")
                    .option("account=accountId", TEXT, "This account.")
                    .option("labels", LIST, "Labels that the account must have.")
                    .idempotencyKey()
                    .example("bill@example.com --minutes 60"),
            Operation.get("pool leases", "/pool/leases", "Lists the active leases.")
                    .columns("leaseId", "accountId", "userId", "createdAt", "expiresAt", "template")
                    .example("--output json"),
            lease(Operation.get("pool show", "/pool/leases/{id}", "Shows a lease, active or ended."))
                    .example("0f0e2c9c-4a5b-4c52-9d0a-5b1a5d1c7a10"),
            lease(Operation.patch("pool extend", "/pool/leases/{id}", "Extends a lease."))
                    .argument("minutes=extendMinutes", NUMBER, "By how long.")
                    .example("0f0e2c9c-4a5b-4c52-9d0a-5b1a5d1c7a10 60"),
            lease(Operation.post(
                            "pool credentials",
                            "/pool/leases/{id}/credentials",
                            "Issues credentials for the account of a lease."))
                    .option("minutes=durationMinutes", NUMBER, "How long they are valid, 15 to 60.")
                    .example("0f0e2c9c-4a5b-4c52-9d0a-5b1a5d1c7a10 --minutes 15"),
            lease(Operation.delete("pool return", "/pool/leases/{id}", "Ends a lease."))
                    .option("reason", QUERY, "released, or revoked for operators.")
                    .option("note", QUERY, "Why the lease ends, in your own words.")
                    .example("0f0e2c9c-4a5b-4c52-9d0a-5b1a5d1c7a10"),
            Operation.post("pool verify", "/pool/verify", "Checks the consistency of the pool.")
                    .option("repair", FLAG, "Repair what can be repaired.")
                    .example("--repair"));

    private PoolCommands() {}

    private static Operation lease(Operation operation) {
        return operation.argument("lease=id", PATH, "The id of a lease.");
    }
}
