package dev.backplane.deployments.store;

import dev.backplane.deployments.ActiveSplit;
import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasConfig;
import dev.backplane.deployments.AliasVersion;
import dev.backplane.deployments.Candidate;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.Hostname;
import dev.backplane.deployments.Resolution;
import dev.backplane.deployments.ResolveRequest;
import dev.backplane.deployments.SiteConfig;
import dev.backplane.deployments.Variant;
import dev.backplane.platform.BoundedCache;
import dev.backplane.platform.Randomness;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Retry.Attempt;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Resolves hosts and paths. It caches aliases for a few seconds, and configurations while there is room, because a
 * configuration never changes within its version.
 */
public final class AliasResolver {

    /** The longest time for which an alias is cached, by this function and by downstream caches together. */
    public static final Duration HIT_AGE = Duration.ofSeconds(10);

    private static final Duration MISS_AGE = Duration.ofSeconds(2);
    private static final Duration CONFIG_AGE = Duration.ofHours(1);
    private static final int MAX_PATHS = 10_000;
    private static final long MAX_CONFIG_BYTES = 32L * 1024 * 1024;

    private record HostPath(Hostname host, String path) {}

    /**
     * The alias that serves a path of a host.
     *
     * @param readAt when the table was read
     */
    private record CachedAlias(Optional<Alias> alias, Instant readAt) {

        /** Returns until when this may be used. */
        Instant end() {
            Instant end = readAt.plus(alias.isPresent() ? HIT_AGE : MISS_AGE);
            return alias.flatMap(Alias::expiry).filter(end::isAfter).orElse(end);
        }
    }

    private final Dynamo dynamo;
    private final String deploymentTable;
    private final AliasLookup aliases;
    private final AliasHistory history;
    private final Duration skewProtection;
    private final Clock clock;
    private final BoundedCache<HostPath, CachedAlias> paths;
    private final BoundedCache<AliasVersion, SiteConfig> configs;

    AliasResolver(Dynamo dynamo, DeploymentsSettings settings, Clock clock) {
        this.dynamo = dynamo;
        this.deploymentTable = settings.deploymentTable();
        this.aliases = new AliasLookup(dynamo, settings.aliasTable(), clock);
        this.history = new AliasHistory(dynamo, settings.aliasTable(), clock);
        this.skewProtection = settings.skewProtection();
        this.clock = clock;
        this.paths = BoundedCache.ofSize(MAX_PATHS, clock);
        this.configs = new BoundedCache<>(MAX_CONFIG_BYTES, config -> 64 + config.bytes(), clock);
    }

    /** Resolves a path of a host. */
    public Resolution resolve(ResolveRequest request) {
        return (request.fresh() ? Optional.<Resolution>empty() : fromAliases(request))
                .orElseGet(() -> dynamo.retry()
                        .run(() -> fromDeployment(request, read(request, true))
                                .<Attempt<Resolution>>map(Attempt.Done::new)
                                .orElseGet(Attempt.Lost::new)));
    }

    /** Resolves a path of a host from the table, and returns every alias that was considered. */
    public Resolution.Explained explain(ResolveRequest request) {
        return dynamo.retry().run(() -> {
            Instant readAt = clock.instant();
            List<Alias> inOrder = Stream.concat(Stream.of(request.host()), request.host().wildcard().stream())
                    .flatMap(host -> aliases.candidates(host, request.path()).stream())
                    .toList();
            List<Candidate> candidates = Candidate.judge(request.path(), inOrder, readAt);
            Optional<Alias> winner = candidates.stream()
                    .filter(Candidate::won)
                    .map(Candidate::alias)
                    .findFirst();
            return fromDeployment(request, new CachedAlias(winner, readAt))
                    .map(resolution -> new Resolution.Explained(resolution, candidates))
                    .<Attempt<Resolution.Explained>>map(Attempt.Done::new)
                    .orElseGet(Attempt.Lost::new);
        });
    }

    /** Returns empty when the two rows come from different writes, because a write happened in between. */
    private Optional<Resolution> fromAliases(ResolveRequest request) {
        HostPath hostPath = new HostPath(request.host(), request.path());
        CachedAlias cached = paths.get(hostPath).orElseGet(() -> remember(hostPath, read(request, false)));
        if (cached.alias().isEmpty()) {
            return Optional.of(new Resolution.Missing());
        }
        Alias alias = cached.alias().get();
        Optional<SiteConfig> pinned = request.pinned().flatMap(id -> pinnedConfig(alias, id));
        if (pinned.isPresent()) {
            return pinned.map(config -> pinned(request, cached, config));
        }
        Variant variant = variant(alias, request.key());
        return alias.isReady(variant)
                ? config(alias, variant).map(config -> found(request, cached, variant, config))
                : Optional.of(new Resolution.NotReady(alias));
    }

    /**
     * Resolves by the deployment's row, because its aliases are updated one after the other.
     *
     * @return empty if the deployment is deleted, so that the alias must point elsewhere by now
     */
    private Optional<Resolution> fromDeployment(ResolveRequest request, CachedAlias cached) {
        HostPath hostPath = new HostPath(request.host(), request.path());
        if (cached.alias().isEmpty()) {
            remember(hostPath, cached);
            return Optional.of(new Resolution.Missing());
        }
        Alias alias = cached.alias().get();
        Optional<SiteConfig> pinned = request.pinned().flatMap(id -> readPinned(alias, id));
        if (pinned.isPresent()) {
            return pinned.map(config -> pinned(request, cached, config));
        }
        Variant variant = variant(alias, request.key());
        if (variant == Variant.NEW) {
            Optional<Deployment> second = deployment(alias.version(variant).deployment())
                    .filter(deployment -> deployment.status().isServed());
            if (second.isPresent()) {
                remember(hostPath, cached);
                return second.map(deployment -> found(request, cached, variant, deployment.config()));
            }
        }
        return deployment(alias.deployment()).map(deployment -> {
            boolean served = deployment.status().isServed();
            if (served && alias.isReady() && variant == Variant.STABLE) {
                remember(hostPath, cached);
                configs.put(
                        alias.version(), deployment.config(), cached.readAt().plus(CONFIG_AGE));
            } else {
                paths.remove(hostPath);
            }
            return served
                    ? found(request, cached, Variant.STABLE, deployment.config())
                    : new Resolution.NotReady(alias);
        });
    }

    /** Returns the side of a split that serves a request; without a key, it is drawn anew each time. */
    private static Variant variant(Alias alias, Optional<String> key) {
        return alias.split()
                .filter(ActiveSplit::isReady)
                .map(ActiveSplit::values)
                .map(split -> Variant.of(
                        split.salt(),
                        key.orElseGet(() -> Long.toHexString(Randomness.source().nextLong())),
                        split.percent()))
                .orElse(Variant.STABLE);
    }

    private Resolution found(ResolveRequest request, CachedAlias cached, Variant variant, SiteConfig config) {
        Alias alias = cached.alias().orElseThrow();
        Optional<Variant> side = alias.split().map(_ -> variant);
        boolean drawn = side.isPresent() && request.key().isEmpty();
        return new Resolution.Found(
                alias,
                alias.version(variant).deployment(),
                config,
                side,
                request.pinned().map(_ -> false),
                drawn ? Optional.empty() : Optional.of(left(cached)));
    }

    private Resolution pinned(ResolveRequest request, CachedAlias cached, SiteConfig config) {
        Alias alias = cached.alias().orElseThrow();
        DeploymentId deployment = request.pinned().orElseThrow();
        Optional<Variant> side = alias.split()
                .map(split -> split.deployment().equals(deployment) ? Variant.NEW : Variant.STABLE)
                .filter(variant -> alias.pointsTo(deployment, variant));
        return new Resolution.Found(alias, deployment, config, side, Optional.of(true), Optional.of(left(cached)));
    }

    private Duration left(CachedAlias cached) {
        Duration left = Duration.between(clock.instant(), cached.end());
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** Returns the configuration of a deployment that is, or was lately, live for an alias. */
    private Optional<SiteConfig> pinnedConfig(Alias alias, DeploymentId pinned) {
        for (Variant variant : Variant.values()) {
            if (alias.pointsTo(pinned, variant) && alias.isReady(variant)) {
                return config(alias, variant);
            }
        }
        AliasVersion version = new AliasVersion(alias.id(), pinned, alias.createdAt(), true);
        return configs.get(version).or(() -> {
            Optional<SiteConfig> config = readPinned(alias, pinned);
            config.ifPresent(read -> configs.put(version, read, clock.instant().plus(HIT_AGE)));
            return config;
        });
    }

    private Optional<SiteConfig> readPinned(Alias alias, DeploymentId pinned) {
        boolean isLive = alias.pointsTo(pinned, Variant.STABLE) || alias.pointsTo(pinned, Variant.NEW);
        return isLive || history.wasLive(alias.id(), pinned, clock.instant().minus(skewProtection))
                ? deployment(pinned)
                        .filter(deployment -> deployment.status().isServed())
                        .map(Deployment::config)
                : Optional.empty();
    }

    private Optional<Deployment> deployment(DeploymentId id) {
        return dynamo.get(deploymentTable, new DeploymentKey(id).attributes()).map(DeploymentRows::toDeployment);
    }

    private CachedAlias read(ResolveRequest request, boolean consistent) {
        Instant readAt = clock.instant();
        Optional<Alias> alias = aliases.getAliasByHostname(request.host(), request.path(), consistent)
                .or(() -> request.host()
                        .wildcard()
                        .flatMap(wildcard -> aliases.getAliasByHostname(wildcard, request.path(), consistent)));
        return new CachedAlias(alias, readAt);
    }

    private CachedAlias remember(HostPath hostPath, CachedAlias cached) {
        if (cached.alias().filter(alias -> !alias.isReady()).isPresent()) {
            // Callers who wait for a deployment poll, and must not get a cached response.
            paths.remove(hostPath);
        } else {
            paths.put(hostPath, cached, cached.end());
        }
        return cached;
    }

    private Optional<SiteConfig> config(Alias alias, Variant variant) {
        AliasVersion version = alias.version(variant);
        return configs.get(version).or(() -> {
            Optional<SiteConfig> config = aliases.getConfigNextJs(alias.id(), variant, false)
                    .filter(row -> row.version().equals(version))
                    .map(AliasConfig::config);
            config.ifPresent(read -> configs.put(version, read, clock.instant().plus(CONFIG_AGE)));
            return config;
        });
    }
}
