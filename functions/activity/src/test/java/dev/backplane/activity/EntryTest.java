package dev.backplane.activity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.Actor;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Obj;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EntryTest {

    private static final Instant AT = Instant.parse("2026-01-05T00:00:00Z");

    private static Entry entry(String source, String type, String detail) throws JsonSyntaxException {
        return Entry.of(new PublishedEvent("bus-1", source, type, AT, (Obj) JsonValue.parse(detail)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "deployments | DeploymentCreated       | {\"id\":\"d1\"} | d1",
                "deployments | DeploymentStatusChanged | {\"id\":\"d1\",\"from\":\"INITIALIZED\",\"to\":\"FINISHED\"} | d1",
                "deployments | AliasCreated            | {\"id\":\"a.b\",\"deployment\":\"d1\"} | a.b,d1",
                "deployments | AliasMoved              | {\"id\":\"a.b/c\",\"from\":\"d1\",\"to\":\"d2\"} | a.b/c,d1,d2",
                "deployments | AliasRolledBack         | {\"id\":\"a.b/c\",\"from\":\"d2\",\"to\":\"d1\"} | a.b/c,d2,d1",
                "deployments | AliasLocked             | {\"id\":\"a.b\",\"deployment\":\"d1\"} | a.b,d1",
                "deployments | AliasSplitChanged       | {\"id\":\"a.b\",\"deployment\":\"d1\",\"split\":{\"deployment\":\"d2\"}} | a.b,d1,d2",
                "deployments | AliasesPromoted         | {\"id\":\"p1\",\"aliases\":[\"a.b/\",\"c.d/\"]} | p1,a.b/,c.d/",
                "deployments | PromotionUndone         | {\"id\":\"p1\",\"aliases\":[\"a.b/\",\"c.d/\"]} | p1,a.b/,c.d/",
                "deployments | AliasesPromoted         | {\"aliases\":[\"a\",\"b\",7],\"deployment\":\"d1\"} | a,b,d1",
                "layers      | LayerRegistered         | {\"package\":\"requests\",\"region\":\"eu-west-1\"} | eu-west-1/requests",
                "layers      | LayerRegistered         | {\"package\":\"requests\"} | ''",
                "tenants     | TenantProvisioned       | {\"tenantId\":\"t1\"} | t1",
                "tenants     | TenantOperationFailed   | {\"operation\":\"UPGRADE\"} | ''",
                "pool        | LeaseCreated            | {\"leaseId\":\"l1\",\"accountId\":\"123\",\"userId\":\"ann\"} | 123,l1,ann",
                "pool        | PoolLow                 | {\"available\":1} | ''",
                "userdata    | ValueChanged            | {\"app\":\"notes\",\"user\":\"ann\"} | ann,notes",
                "other       | Unknown                 | {\"id\":\"x\"} | ''",
                "tenants     | TenantProvisioned       | {\"tenantId\":7} | ''",
                "tenants     | TenantProvisioned       | {\"tenantId\":\"\"} | ''",
                "tenants     | TenantProvisioned       | {\"tenantId\":\"\\ud800\"} | ''"
            })
    void subjects_areTheResourcesThatTheEventNames(String service, String type, String detail, String subjects)
            throws JsonSyntaxException {
        assertThat(String.join(",", entry("backplane." + service, type, detail).subjects()))
                .isEqualTo(subjects);
    }

    @Test
    void subjects_areNamedOnce_andOnlyIfAKeyCanHoldThem() throws JsonSyntaxException {
        Entry entry = entry(
                "backplane.deployments",
                "AliasMoved",
                "{\"id\":\"" + "x".repeat(1025) + "\",\"from\":\"d1\",\"to\":\"d1\"}");

        assertThat(entry.subjects()).containsExactly("d1");
    }

    @Test
    void entry_liftsIdActorAndReasonFromTheDetail() throws JsonSyntaxException {
        Entry entry = entry(
                "backplane.tenants",
                "TenantDeleted",
                "{\"eventId\":\"e1\",\"tenantId\":\"t1\",\"reason\":\"moved\","
                        + "\"actor\":{\"type\":\"user\",\"id\":\"anna@example.com\"}}");

        assertThat(entry)
                .isEqualTo(new Entry(
                        new EntryId("tenants", "TenantDeleted", "e1"),
                        AT,
                        List.of("t1"),
                        Optional.of(Actor.user("anna@example.com")),
                        Optional.of("moved"),
                        (Obj) JsonValue.parse("{\"tenantId\":\"t1\"}"),
                        false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"eventId\":7,\"actor\":\"anna\",\"reason\":{\"a\":1}}",
                "{\"eventId\":\"\",\"actor\":{\"type\":\"user\"},\"reason\":\"\"}",
                "{\"actor\":{\"type\":\"robot\",\"id\":\"r2\"}}",
                "{\"actor\":null}",
                "{}"
            })
    void entry_ofAnEventWithoutUsableActorReasonAndId_hasTheBussId(String detail) throws JsonSyntaxException {
        Entry entry = entry("backplane.tenants", "TenantDeleted", detail);

        assertThat(entry.id().eventId()).isEqualTo("bus-1");
        assertThat(entry.actor()).isEmpty();
        assertThat(entry.reason()).isEmpty();
        assertThat(entry.truncated()).isFalse();
    }

    @Test
    void entry_hasTheMillisecondsOfItsPublisher() throws JsonSyntaxException {
        Entry entry = entry(
                "backplane.tenants",
                "TenantDeleted",
                "{\"tenantId\":\"t1\",\"publishedAt\":\"2026-01-05T00:00:00.750Z\"}");

        assertThat(entry.at()).isEqualTo(AT.plusMillis(750));
        assertThat(entry.detail()).isEqualTo(JsonValue.parse("{\"tenantId\":\"t1\"}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\"2026-01-05T00:01:00.001Z\"", "\"2026-01-04T23:58:59.999Z\"", "\"now\"", "\"\"", "1", "null"})
    void entry_whosePublisherTellsNoPlausibleTime_hasTheBuss(String time) throws JsonSyntaxException {
        assertThat(entry("backplane.tenants", "TenantDeleted", "{\"publishedAt\":" + time + "}")
                        .at())
                .isEqualTo(AT);
    }

    @Test
    void entry_ofALargeDetail_keepsTheMembersThatFit() throws JsonSyntaxException {
        Entry entry = entry(
                "backplane.tenants",
                "TenantDeleted",
                "{\"tenantId\":\"t1\",\"text\":\"" + "é".repeat(128 * 1024) + "\",\"last\":1}");

        assertThat(entry.detail()).isEqualTo(JsonValue.parse("{\"tenantId\":\"t1\",\"last\":1}"));
        assertThat(entry.truncated()).isTrue();
        assertThat(entry.subjects()).containsExactly("t1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"backplane.layers.stream", "backplane.", "backplane", "aws.states", "backplane.A#B", ""})
    void entry_ofAnotherSource_isRefused(String source) {
        assertThatThrownBy(() -> entry(source, "Something", "{}")).isInstanceOf(InvalidValueException.class);
    }

    @Test
    void entry_whoseIdNoKeyCanHold_isRefused() {
        String detail = "{\"eventId\":\"" + "x".repeat(900) + "\"}";

        assertThatThrownBy(() -> entry("backplane.pool", "PoolLow", detail)).isInstanceOf(InvalidValueException.class);
    }
}
