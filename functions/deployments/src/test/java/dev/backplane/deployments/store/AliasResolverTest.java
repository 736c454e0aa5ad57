package dev.backplane.deployments.store;

import static dev.backplane.deployments.store.StoreFixture.CAUSE;
import static dev.backplane.testing.Threads.untilServed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.Hostname;
import dev.backplane.deployments.Resolution;
import dev.backplane.deployments.ResolveRequest;
import dev.backplane.deployments.SiteConfig;
import dev.backplane.platform.log.Meter;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Threads;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class AliasResolverTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private static final ResolveRequest EXAMPLE = ResolveRequest.of(Hostname.parse("example.com"), "/");

    private StoreFixture stores;
    private AliasResolver resolver;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        resolver = cold();
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
        assertThat(resolver.resolve(EXAMPLE)).isEqualTo(found("example.com", config("d1")));
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
        meter.measure(() -> resolver.resolve(ResolveRequest.of(Hostname.parse("example.com"), path)));
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
        assertThat(deployment(resolver.resolve(EXAMPLE.fromTable()))).contains("first");
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
        stores.finish(id, config("old"), Optional.of(own));
        assertThat(resolver.resolve(ResolveRequest.of(own.host(), "/")))
                .isEqualTo(found(own.toString(), config("old")));
        stores.deployments.deleteDeploymentById(id, false, CAUSE);
        stores.clock.advance(Duration.ofMillis(1));
        stores.deployment("d1");
        stores.finish(id, config("new"), Optional.of(own));
        assertThat(resolver.resolve(ResolveRequest.of(own.host(), "/").fromTable()))
                .isEqualTo(found(own.toString(), config("new")));
    }

    @Test
    void resolve_ofAnUnfinishedDeployment_isNotReady_andIsAskedAgainEachTime() {
        DeploymentId id = stores.deployment("d1");
        stores.point("example.com", id);
        assertThat(resolver.resolve(EXAMPLE)).isInstanceOf(Resolution.NotReady.class);
        stores.sync.afterChange(stores.step(id, DeploymentStatus.FINISHED));
        assertThat(deployment("example.com", "/")).contains("d1");
    }

    /** Aliases are updated after their deployment; until then only the deployment has the current status. */
    @Test
    void resolve_whenFresh_letsTheDeploymentDecide() {
        DeploymentId id = stores.deployment("d1");
        stores.point("example.com", id);
        stores.finish(id, config("d1"), Optional.empty());
        assertThat(resolver.resolve(EXAMPLE)).isInstanceOf(Resolution.NotReady.class);
        assertThat(resolver.resolve(EXAMPLE.fromTable())).isEqualTo(found("example.com", config("d1")));
        assertThat(resolver.resolve(EXAMPLE)).isInstanceOf(Resolution.NotReady.class);

        stores.sync.afterChange(stores.deployments.getDeploymentById(id).orElseThrow());
        assertThat(deployment("example.com", "/")).contains("d1");
        stores.step(id, DeploymentStatus.DESTROY_REQUESTED);
        assertThat(deployment("example.com", "/")).contains("d1");
        assertThat(resolver.resolve(EXAMPLE.fromTable())).isInstanceOf(Resolution.NotReady.class);
        // The cache entry is gone too, but the row is not updated yet.
        assertThat(stores.alias("example.com").isReady()).isTrue();
        stores.sync.afterChange(stores.deployments.getDeploymentById(id).orElseThrow());
        assertThat(resolver.resolve(EXAMPLE)).isInstanceOf(Resolution.NotReady.class);
    }

    @Test
    void resolve_whenFresh_costsOneQueryAndOneReadOfTheDeployment() {
        stores.point("example.com", site("d1"));
        Meter meter = new Meter();
        meter.measure(() -> resolver.resolve(EXAMPLE.fromTable()));
        assertThat(meter.calls()).isEqualTo(2);
        assertThat(meter.readUnits()).isEqualTo(2);
        // The configuration came with the deployment and is cached, as is the alias.
        assertCost("/", 0, 0);
    }

    @Test
    void resolve_saysHowLongTheAnswerMayStillBeReused() {
        stores.point("example.com", site("d1"));
        assertThat(maxAge(false)).isEqualTo(Duration.ofSeconds(10));
        stores.clock.advance(Duration.ofSeconds(4));
        assertThat(maxAge(false)).isEqualTo(Duration.ofSeconds(6));
        stores.clock.advance(Duration.ofMillis(5_500));
        assertThat(maxAge(false)).isEqualTo(Duration.ofMillis(500));
        assertThat(maxAge(true)).isEqualTo(Duration.ofSeconds(10));
        stores.clock.advance(Duration.ofSeconds(9));
        assertThat(maxAge(false)).isEqualTo(Duration.ofSeconds(1));
    }

    private Duration maxAge(boolean fresh) {
        return ((Resolution.Found) resolver.resolve(fresh ? EXAMPLE.fromTable() : EXAMPLE))
                .maxAge()
                .orElseThrow();
    }

    /** The two rows are read one after the other; whatever is written in between, they are never of two writes. */
    @Test
    void resolve_whileTheAliasMoves_neverMixesTwoDeployments() {
        List<DeploymentId> sites = List.of(site("s0"), site("s1"), site("s2"));
        stores.point("example.com", sites.getFirst());
        AtomicBoolean moving = new AtomicBoolean(true);
        Threads.race(16, thread -> {
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
                        AliasResolver cold = cold();
                        boolean fresh = thread % 2 == 0;
                        if (untilServed(() -> cold.resolve(fresh ? EXAMPLE.fromTable() : EXAMPLE))
                                instanceof Resolution.Found found) {
                            assertThat(found.config())
                                    .isEqualTo(config(found.alias().deployment().value()));
                        }
                    }
                    return thread;
                })
                .allResults();
    }

    private AliasResolver cold() {
        return stores.resolver();
    }

    private Resolution found(String alias, SiteConfig config) {
        Alias found = stores.alias(alias);
        return new Resolution.Found(
                found,
                found.deployment(),
                config,
                Optional.empty(),
                Optional.empty(),
                Optional.of(AliasResolver.HIT_AGE));
    }

    private DeploymentId site(String name) {
        DeploymentId id = stores.deployment(name);
        stores.finish(id, config(name), Optional.empty());
        return id;
    }

    private static SiteConfig config(String name) {
        return new SiteConfig(Optional.of("\"" + name + "\""), Optional.of("{}"), Optional.of("[]"));
    }

    private Optional<String> deployment(String host, String path) {
        return deployment(resolver.resolve(ResolveRequest.of(Hostname.parse(host), path)));
    }

    private static Optional<String> deployment(Resolution resolution) {
        return resolution instanceof Resolution.Found found
                ? Optional.of(found.alias().deployment().value())
                : Optional.empty();
    }
}
