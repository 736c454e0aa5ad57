package dev.backplane.activity;

import dev.backplane.platform.Times;
import dev.backplane.platform.json.JsonValue.Text;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

/** Events as EventBridge passes them to a function. */
public final class Envelopes {

    private Envelopes() {}

    /** Returns an event whose time is to the second, as EventBridge's are. */
    public static String of(String service, String type, Instant time, String detail) {
        return """
                {"version":"0","id":"%s","detail-type":%s,"source":"backplane.%s","account":"000000000000",\
                "time":"%s","region":"us-east-1","resources":[],"detail":%s}""".formatted(
                UUID.randomUUID(), new Text(type).compact(), service, time.truncatedTo(ChronoUnit.SECONDS), detail);
    }

    /** Returns the event of an alias that moved between deployments. */
    public static String aliasMoved(String eventId, Instant time, String alias) {
        return of(
                "deployments",
                "AliasMoved",
                time,
                "{\"eventId\":\"" + eventId + "\",\"id\":\"" + alias + "\",\"from\":\"d1\",\"to\":\"d2\","
                        + "\"actor\":{\"type\":\"user\",\"id\":\"anna@example.com\"},\"reason\":\"release\"}");
    }

    /** Returns the event of a tenant that is ready; it has no actor. */
    public static String tenantProvisioned(String eventId, Instant time, String tenant) {
        return of(
                "tenants",
                "TenantProvisioned",
                time,
                "{\"tenantId\":\"" + tenant + "\",\"at\":\"" + Times.format(time) + "\",\"eventId\":\"" + eventId
                        + "\"}");
    }

    /** Returns the event of a user whose data was erased, on the user's own request. */
    public static String userErased(String eventId, Instant time, String user) {
        return of(
                "userdata",
                "UserErased",
                time,
                "{\"eventId\":\"" + eventId + "\",\"erasureId\":\"erasure-1\",\"user\":\"" + user
                        + "\",\"userHash\":\"h\",\"actor\":{\"type\":\"user\",\"id\":\"h\"}}");
    }
}
