package dev.backplane.infra.constructs;

import dev.backplane.infra.settings.StageSettings;

/** What an alarm means in one sentence, and the page and heading that tell an operator what to do. */
public enum Runbook {
    SERVER_ERRORS("api.md#server-errors", "Callers get server errors."),
    FUNCTION_FAULTS("functions.md#function-faults", "Functions of the service fail."),
    FUNCTION_THROTTLES("functions.md#function-throttles", "Lambda refuses invocations in this account and region."),
    STREAM_LAG("streams.md#stream-lag", "Stream records wait for too long."),
    FAILURE_QUEUE("streams.md#failure-queue-not-empty", "Stream records were given up."),
    TABLE_THROTTLES("tables.md#table-throttles", "DynamoDB throttles a table or an index."),
    DEAD_LETTERS("queues.md#dead-letter-queue-not-empty", "Work from a queue was given up."),
    QUEUE_AGE("queues.md#queue-age", "Work waits in a queue for too long."),
    RULE_LOSSES("queues.md#rule-losses", "Events were lost on the way to a queue."),
    WORKFLOW_FAILURES("tenants.md#workflow-failures", "A workflow failed, timed out or was stopped."),
    TENANT_DEAD_LETTERS("tenants.md#tenant-dead-letters-not-empty", "A tenant's messages were given up."),
    POOL_LOW("pool.md#pool-low", "Fewer accounts are available than should be."),
    POOL_FINDINGS("pool.md#pool-findings", "Something in the account pool does not fit together."),
    SWEEPS_MISSED("pool.md#sweeps-missed", "Leases are not looked at every minute."),
    USAGE_DRIFTS("userdata.md#usage-drifts", "Counters of what users keep were found wrong."),
    SIGN_IN_FAILURES("identity.md#sign-in-failures", "People cannot sign in."),
    EVENT_LOG_FAILURES("events.md#event-log-failures", "Events do not reach the event log.");

    private final String page;
    private final String meaning;

    Runbook(String page, String meaning) {
        this.page = page;
        this.meaning = meaning;
    }

    String meaning() {
        return meaning;
    }

    String link(StageSettings stage) {
        return stage.runbooks() + "/" + page;
    }
}
