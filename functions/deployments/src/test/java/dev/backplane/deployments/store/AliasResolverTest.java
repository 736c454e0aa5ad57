package dev.backplane.deployments.store;

import static dev.backplane.platform.testing.Threads.untilServed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.Hostname;
import dev.backplane.deployments.Resolution;
import dev.backplane.deployments.SiteConfig;
import dev.backplane.platform.log.Meter;
import dev.backplane.platform.testing.DynamoLocal;
import dev.backplane.platform.testing.Threads;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class AliasResolverTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(DeploymentStore.TABLE, AliasStore.TABLE);

    private StoreFixture stores;
    private AliasResolver resolver;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        resolver = new AliasResolver(stores.aliases, DYNAMO.dynamo().retry(), stores.clock);
    }

    @Test
    void resolve_prefersTheExactHostToItsWildcard() {
        stores.point("a.example.com", site("exact"));
        stores.point("*.example.com", site("wildcard"));
        assertThat(deployment("a.example.com", "/")).contains("exact");
        assertThat(deployment("b.example.com", "/")).contains("wildcard");
        assertThat(deployment("c.b.example.com", "/")).isEmpty();
        assertThat(deployment("example.com", "/")).isEmpty();
    }

    @Test
    void resolve_fallsThroughToTheWildcardWhereTheExactHostHasNoBasePathForIt() {
        stores.point("a.example.com/docs", site("docs"));
        stores.point("*.example.com", site("wildcard"));
        assertThat(deployment("a.example.com", "/docs/x")).contains("docs");
        assertThat(deployment("a.example.com", "/other")).contains("wildcard");
    }

    @Test
    void resolve_bringsTheConfiguration() {
        stores.point("example.com", site("d1"));
        assertThat(resolver.resolve(Hostname.parse("example.com"), "/", false))
                .isEqualTo(new Resolution.Found(stores.alias("example.com"), config("d1")));
    }

    @Test
    void resolve_ofAnExactHost_costsOneQueryAndOneRead_thenNothing_thenOneQuery() {
        stores.point("example.com", site("d1"));
        assertCost("/", 2, 1.0);
        assertCost("/", 0, 0);
        stores.clock.advance(AliasResolver.HIT_AGE);
        // The configuration is still known by its revision, so only the slim row is read: half a unit.
        assertCost("/", 1, 0.5);
    }

    private void assertCost(String path, long calls, double readUnits) {
        Meter meter = new Meter();
        meter.measure(() -> resolver.resolve(Hostname.parse("example.com"), path, false));
        assertThat(meter.calls()).isEqualTo(calls);
        assertThat(meter.readUnits()).isEqualTo(readUnits);
    }

    @Test
    void resolve_showsAMoveAfterTenSecondsAtTheLatest_andAtOnceWhenFresh() {
        stores.point("example.com", site("first"));
        DeploymentId second = site("second");
        assertThat(deployment("example.com", "/")).contains("first");
        stores.move("example.com", second);
        assertThat(deployment("example.com", "/")).contains("first");
        stores.clock.advance(Duration.ofSeconds(10));
        assertThat(deployment("example.com", "/")).contains("second");
        stores.move("example.com", new DeploymentId("first"));
        assertThat(deployment(resolver.resolve(Hostname.parse("example.com"), "/", true)))
                .contains("first");
        assertThat(deployment("example.com", "/")).contains("first");
    }

    @Test
    void resolve_showsANewAliasAfterTwoSecondsAtTheLatest() {
        assertThat(deployment("example.com", "/")).isEmpty();
        stores.point("example.com", site("d1"));
        stores.clock.advance(Duration.ofSeconds(2));
        assertThat(deployment("example.com", "/")).contains("d1");
    }

    @Test
    void resolve_ofAnAliasMadeAnewUnderTheSameNames_servesTheNewConfiguration() {
        AliasId own = AliasId.parse("own.example.com");
        DeploymentId id = stores.deployment("d1");
        stores.deployments.updateDeploymentStatusFinished(id, config("old"), Optional.of(own));
        assertThat(resolver.resolve(own.host(), "/", false))
                .isEqualTo(new Resolution.Found(stores.alias(own.toString()), config("old")));
        stores.deployments.deleteDeploymentById(id, false);
        stores.clock.advance(Duration.ofMillis(1));
        stores.deployment("d1");
        stores.deployments.updateDeploymentStatusFinished(id, config("new"), Optional.of(own));
        assertThat(resolver.resolve(own.host(), "/", true))
                .isEqualTo(new Resolution.Found(stores.alias(own.toString()), config("new")));
    }

    @Test
    void resolve_ofAnUnfinishedDeployment_isNotReady_andIsAskedAgainEachTime() {
        DeploymentId id = stores.deployment("d1");
        stores.point("example.com", id);
        assertThat(resolver.resolve(Hostname.parse("example.com"), "/", false)).isInstanceOf(Resolution.NotReady.class);
        stores.sync.afterChange(stores.step(id, DeploymentStatus.FINISHED));
        assertThat(deployment("example.com", "/")).contains("d1");
    }

    /** The two rows are read one after the other; whatever is written in between, they are never of two writes. */
    @Test
    void resolve_whileTheAliasMoves_neverMixesTwoDeployments() {
        List<DeploymentId> sites = List.of(site("s0"), site("s1"), site("s2"));
        stores.point("example.com", sites.getFirst());
        AtomicBoolean moving = new AtomicBoolean(true);
        Threads.race(8, thread -> {
                    if (thread == 0) {
                        try {
                            for (int i = 0; i < 60; i++) {
                                DeploymentId site = sites.get(i % 3);
                                untilServed(() -> stores.move("example.com", site));
                            }
                        } finally {
                            moving.set(false);
                        }
                    }
                    while (moving.get()) {
                        AliasResolver cold = new AliasResolver(
                                stores.aliases, DYNAMO.dynamo().retry(), stores.clock);
                        if (untilServed(() -> cold.resolve(Hostname.parse("example.com"), "/", false))
                                instanceof Resolution.Found(var alias, var config)) {
                            assertThat(config)
                                    .isEqualTo(config(alias.deployment().value()));
                        }
                    }
                    return thread;
                })
                .allResults();
    }

    private DeploymentId site(String name) {
        DeploymentId id = stores.deployment(name);
        stores.deployments.updateDeploymentStatusFinished(id, config(name), Optional.empty());
        return id;
    }

    private static SiteConfig config(String name) {
        return new SiteConfig(Optional.of("\"" + name + "\""), Optional.of("{}"), Optional.of("[]"));
    }

    private Optional<String> deployment(String host, String path) {
        return deployment(resolver.resolve(Hostname.parse(host), path, false));
    }

    private static Optional<String> deployment(Resolution resolution) {
        return resolution instanceof Resolution.Found found
                ? Optional.of(found.alias().deployment().value())
                : Optional.empty();
    }
}
