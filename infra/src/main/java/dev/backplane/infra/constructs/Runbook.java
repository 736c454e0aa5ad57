package dev.backplane.infra.constructs;

import dev.backplane.infra.settings.StageSettings;

/** The meaning of an alarm in one sentence, and the section of the runbook that tells operators what to do. */
public enum Runbook {
    SERVER_ERRORS("api.md#server-errors", "The API returns server errors."),
    FUNCTION_FAULTS("functions.md#function-faults", "Functions of the service fail."),
    FUNCTION_THROTTLES("functions.md#function-throttles", "Lambda throttles invocations in this account and region."),
    STREAM_LAG("streams.md#stream-lag", "Stream records wait too long."),
    FAILURE_QUEUE(
            "streams.md#failure-queue-not-empty",
            "Stream records could not be processed, or a daily function not called."),
    TABLE_THROTTLES("tables.md#table-throttles", "DynamoDB throttles a table or an index."),
    DEAD_LETTERS("queues.md#dead-letter-queue-not-empty", "Messages of a queue could not be processed."),
    QUEUE_AGE("queues.md#queue-age", "Messages wait in a queue too long."),
    RULE_LOSSES("queues.md#rule-losses", "A rule could not deliver events to its queue."),
    WORKFLOW_FAILURES("tenants.md#workflow-failures", "A workflow failed, timed out or was aborted."),
    TENANT_DEAD_LETTERS("tenants.md#tenant-dead-letters-not-empty", "A tenant's messages could not be delivered."),
    POOL_LOW("pool.md#pool-low", "Too few accounts are available."),
    POOL_FINDINGS("pool.md#pool-findings", "The data of the account pool is inconsistent."),
    REVOCATIONS_REFUSED("pool.md#revocations-refused", "An account of the pool did not revoke sessions."),
    SWEEPS_MISSED("pool.md#sweeps-missed", "The lease sweeper does not run every minute."),
    CLEANUPS_FAILED("pool.md#cleanups-failed", "Accounts of the pool could not be cleaned."),
    USAGE_DRIFTS("userdata.md#usage-drifts", "Usage counters of users were found to be wrong."),
    ACTIVITY_FAILURES("activity.md#activity-failures", "Events were not recorded."),
    SIGN_IN_FAILURES("identity.md#sign-in-failures", "People cannot sign in."),
    EVENT_LOG_FAILURES("events.md#event-log-failures", "Events are not written to the event log.");

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
