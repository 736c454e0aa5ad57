package dev.backplane.deployments.store;

import static dev.backplane.deployments.store.StoreFixture.CAUSE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.AliasOutcome;
import dev.backplane.deployments.AliasRequest;
import dev.backplane.deployments.Candidate;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.Hostname;
import dev.backplane.deployments.Resolution;
import dev.backplane.deployments.ResolveRequest;
import dev.backplane.deployments.SiteConfig;
import dev.backplane.deployments.SplitRequest;
import dev.backplane.deployments.Variant;
import dev.backplane.platform.Times;
import dev.backplane.platform.log.Meter;
import dev.backplane.testing.DynamoLocal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Resolving aliases with a split, with a pinned deployment, with an expiry, and with an explanation. */
class SplitResolutionTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private static final ResolveRequest EXAMPLE = ResolveRequest.of(Hostname.parse("example.com"), "/");
    private static final AliasId ALIAS = AliasId.parse("example.com");

    private StoreFixture stores;
    private AliasResolver resolver;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        resolver = stores.resolver();
    }

    @Test
    void resolve_ofASplit_servesTheShareWithItsOwnConfiguration_alwaysTheSameForAKey() {
        stores.point("example.com", site("old"));
        split(site("new"), 30);
        long served = IntStream.range(0, 1000)
                .filter(i -> {
                    Resolution.Found found = found(EXAMPLE.withKey("user-" + i));
                    assertThat(found).isEqualTo(found(EXAMPLE.withKey("user-" + i)));
                    assertThat(found.config())
                            .isEqualTo(config(found.deployment().value()));
                    return found.variant().equals(Optional.of(Variant.NEW));
                })
                .count();
        assertThat(served).isBetween(250L, 350L);
    }

    @Test
    void resolve_ofASplit_costsOneQueryOfHalfAUnit_onceBothConfigurationsAreKnown() {
        stores.point("example.com", site("old"));
        split(site("new"), 50);
        IntStream.range(0, 50).forEach(i -> found(EXAMPLE.withKey("user-" + i)));
        stores.clock.advance(AliasResolver.HIT_AGE);
        Meter meter = new Meter();
        meter.measure(() -> found(EXAMPLE.withKey("user-1")));
        meter.measure(() -> found(EXAMPLE.withKey("user-2")));
        assertThat(meter.calls()).isEqualTo(1);
        assertThat(meter.readUnits()).isEqualTo(0.5);
    }

    @Test
    void resolve_ofASplitWithoutAKey_drawsASideEachTime_andMustNotBeCached() {
        stores.point("example.com", site("old"));
        split(site("new"), 50);
        List<Variant> drawn = IntStream.range(0, 200)
                .mapToObj(_ -> found(EXAMPLE))
                .peek(found -> assertThat(found.maxAge()).isEmpty())
                .map(found -> found.variant().orElseThrow())
                .toList();
        assertThat(drawn).contains(Variant.NEW, Variant.STABLE);
        assertThat(found(EXAMPLE.withKey("a")).maxAge()).isPresent();
    }

    @Test
    void resolve_afterTheSecondDeploymentStopsServing_servesTheFirst() {
        stores.point("example.com", site("old"));
        DeploymentId second = site("new");
        split(second, 99);
        String key = keyOf(Variant.NEW);
        stores.sync.afterChange(stores.step(second, DeploymentStatus.DESTROY_REQUESTED));
        assertThat(found(EXAMPLE.withKey(key).fromTable()).deployment().value()).isEqualTo("old");
        stores.clock.advance(AliasResolver.HIT_AGE);
        assertThat(found(EXAMPLE.withKey(key)).variant()).contains(Variant.STABLE);
    }

    @Test
    void resolve_whenFresh_servesTheSameSideOfASplit() {
        stores.point("example.com", site("old"));
        split(site("new"), 50);
        for (Variant variant : Variant.values()) {
            ResolveRequest request = EXAMPLE.withKey(keyOf(variant));
            assertThat(found(request.fromTable()).variant()).contains(variant);
            assertThat(found(request.fromTable()).deployment())
                    .isEqualTo(found(request).deployment());
        }
    }

    @Test
    void resolve_pinned_servesADeploymentThatWasLiveLately_andNoOther() {
        stores.point("example.com", site("first"));
        stores.clock.advance(Duration.ofHours(30));
        stores.move("example.com", site("second"));
        DeploymentId foreign = site("foreign");
        assertPinned("second", "second", true);
        assertPinned("first", "first", true);
        assertPinned(foreign.value(), "second", false);
        assertPinned("absent", "second", false);

        stores.clock.advance(Duration.ofHours(23));
        assertPinned("first", "first", true);
        stores.clock.advance(Duration.ofHours(2));
        assertPinned("first", "second", false);
    }

    @Test
    void resolve_pinned_servesOnlyFinishedDeployments() {
        DeploymentId first = site("first");
        stores.point("example.com", first);
        stores.move("example.com", site("second"));
        stores.step(first, DeploymentStatus.DESTROY_REQUESTED);
        assertPinned("first", "second", false);
    }

    @Test
    void resolve_pinned_servesTheSecondDeploymentOfASplit_alsoAfterItsEnd() {
        stores.point("example.com", site("old"));
        split(site("new"), 1);
        assertPinned("new", "new", true);
        stores.aliases.endSplit(ALIAS, Variant.STABLE, CAUSE);
        assertPinned("new", "new", true);
    }

    @Test
    void resolve_pinned_readsHistoryAndDeploymentOnceInTenSeconds() {
        stores.point("example.com", site("first"));
        stores.move("example.com", site("second"));
        ResolveRequest request = EXAMPLE.pinnedTo(new DeploymentId("first"));
        found(request);
        Meter meter = new Meter();
        meter.measure(() -> found(request));
        assertThat(meter.calls()).isZero();
        stores.clock.advance(AliasResolver.HIT_AGE);
        meter.measure(() -> found(request));
        assertThat(meter.calls()).isEqualTo(3);
    }

    private void assertPinned(String wanted, String served, boolean pinned) {
        for (ResolveRequest request : List.of(EXAMPLE, EXAMPLE.fromTable())) {
            Resolution.Found found =
                    (Resolution.Found) stores.resolver().resolve(request.pinnedTo(new DeploymentId(wanted)));
            assertThat(found.deployment().value()).isEqualTo(served);
            assertThat(found.pinned()).contains(pinned);
            assertThat(found.config()).isEqualTo(config(served));
        }
    }

    @Test
    void resolve_ofAnExpiredAlias_goesToTheNextOne_andIsCachedNoLongerThanItLives() {
        Instant end = stores.clock.instant().plusSeconds(5);
        stores.point("example.com", site("root"));
        expiring("example.com/docs", site("docs"), end);
        ResolveRequest request = ResolveRequest.of(Hostname.parse("example.com"), "/docs/a");
        Resolution.Found before = found(request);
        assertThat(before.deployment().value()).isEqualTo("docs");
        assertThat(before.maxAge()).contains(Duration.ofSeconds(5));
        stores.clock.advance(Duration.ofSeconds(5));
        assertThat(found(request).deployment().value()).isEqualTo("root");
        assertThat(found(request.fromTable()).deployment().value()).isEqualTo("root");
    }

    @Test
    void explain_namesEveryCandidateInOrder_andWhyItLostOrWon() {
        stores.point("example.com", site("root"));
        stores.point("example.com/docs", site("docs"));
        stores.point("example.com/docs-v1", site("v1"));
        expiring("example.com/docs/a", site("a"), stores.clock.instant().plusSeconds(1));
        stores.clock.advance(Duration.ofSeconds(1));
        Resolution.Explained explained =
                resolver.explain(ResolveRequest.of(Hostname.parse("example.com"), "/docs/a/b"));
        assertThat(explained.candidates().stream()
                        .map(candidate -> candidate.alias().id() + " " + candidate.won() + ": " + candidate.reason()))
                .containsExactly(
                        "example.com/docs/a false: expired at " + Times.format(stores.clock.instant()),
                        "example.com/docs-v1 false: the base path does not contain the path",
                        "example.com/docs true: the longest base path of the host that contains the path",
                        "example.com/ false: a longer base path contains the path");
        assertThat(((Resolution.Found) explained.resolution()).deployment().value())
                .isEqualTo("docs");
    }

    @Test
    void explain_alsoShowsTheWildcard_andAMiss() {
        stores.point("*.example.com", site("wild"));
        stores.point("a.example.com/docs", site("docs"));
        Resolution.Explained wildcard = resolver.explain(ResolveRequest.of(Hostname.parse("a.example.com"), "/other"));
        assertThat(wildcard.candidates().stream().map(Candidate::won)).containsExactly(false, true);
        Resolution.Explained exact = resolver.explain(ResolveRequest.of(Hostname.parse("a.example.com"), "/docs"));
        assertThat(exact.candidates().getLast().reason()).isEqualTo("the exact host has precedence over the wildcard");
        Resolution.Explained missing = resolver.explain(EXAMPLE);
        assertThat(missing).isEqualTo(new Resolution.Explained(new Resolution.Missing(), List.of()));
    }

    @Test
    void explain_ofAHostWithManyBasePaths_namesEachOnce() {
        stores.point("example.com", site("root"));
        IntStream.range(0, 20)
                .forEach(i -> stores.point("example.com/docs-" + (char) ('a' + i), new DeploymentId("root")));
        Resolution.Explained explained = resolver.explain(ResolveRequest.of(Hostname.parse("example.com"), "/docs/a"));
        assertThat(explained.candidates()).hasSize(13).doesNotHaveDuplicates();
        assertThat(explained.candidates().getLast().won()).isTrue();
    }

    private void expiring(String alias, DeploymentId target, Instant end) {
        stores.aliases.createAlias(
                new AliasRequest(AliasId.parse(alias), target, false, Optional.empty(), Optional.of(end)), CAUSE);
    }

    private void split(DeploymentId second, int percent) {
        assertThat(stores.aliases.split(new SplitRequest(ALIAS, second, percent, Optional.empty()), CAUSE))
                .isInstanceOf(AliasOutcome.Applied.class);
    }

    private String keyOf(Variant variant) {
        return IntStream.range(0, 10_000)
                .mapToObj(i -> "key-" + i)
                .filter(key -> found(EXAMPLE.withKey(key)).variant().equals(Optional.of(variant)))
                .findFirst()
                .orElseThrow();
    }

    private Resolution.Found found(ResolveRequest request) {
        return (Resolution.Found) resolver.resolve(request);
    }

    private DeploymentId site(String name) {
        DeploymentId id = stores.deployment(name);
        stores.finish(id, config(name), Optional.empty());
        return id;
    }

    private static SiteConfig config(String name) {
        return new SiteConfig(Optional.of("\"" + name + "\""), Optional.empty(), Optional.empty());
    }
}
