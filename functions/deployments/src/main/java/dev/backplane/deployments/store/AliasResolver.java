package dev.backplane.deployments.store;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasConfig;
import dev.backplane.deployments.AliasVersion;
import dev.backplane.deployments.Hostname;
import dev.backplane.deployments.Resolution;
import dev.backplane.deployments.SiteConfig;
import dev.backplane.platform.BoundedCache;
import dev.backplane.platform.dynamo.Retry;
import dev.backplane.platform.dynamo.Retry.Attempt;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Resolves hosts and paths. It caches aliases for a few seconds, and configurations while there is room, because a
 * configuration never changes within a revision.
 */
public final class AliasResolver {

    /** The longest time for which an alias is cached, by this function and by downstream caches together. */
    public static final Duration HIT_AGE = Duration.ofSeconds(10);

    private static final Duration MISS_AGE = Duration.ofSeconds(2);
    private static final Duration CONFIG_AGE = Duration.ofHours(1);
    private static final int MAX_PATHS = 10_000;
    private static final long MAX_CONFIG_BYTES = 32L * 1024 * 1024;

    private record Place(Hostname host, String path) {}

    /**
     * The alias that serves a place.
     *
     * @param asked when the table was read
     */
    private record Seen(Optional<Alias> alias, Instant asked) {}

    private final AliasStore aliases;
    private final DeploymentStore deployments;
    private final Retry retry;
    private final Clock clock;
    private final BoundedCache<Place, Seen> places;
    private final BoundedCache<AliasVersion, SiteConfig> configs;

    AliasResolver(AliasStore aliases, DeploymentStore deployments, Retry retry, Clock clock) {
        this.aliases = aliases;
        this.deployments = deployments;
        this.retry = retry;
        this.clock = clock;
        this.places = BoundedCache.ofSize(MAX_PATHS, clock);
        this.configs = new BoundedCache<>(MAX_CONFIG_BYTES, config -> 64 + config.bytes(), clock);
    }

    /**
     * Resolves a path of a host.
     *
     * @param fresh whether to ignore the cache and read consistently; the deployment's row decides then
     */
    public Resolution resolve(Hostname host, String path, boolean fresh) {
        Place place = new Place(host, path);
        return (fresh ? Optional.<Resolution>empty() : fromAliases(place))
                .orElseGet(() -> retry.run(() -> fromDeployment(place)
                        .<Attempt<Resolution>>map(Attempt.Done::new)
                        .orElseGet(Attempt.Lost::new)));
    }

    /** Returns empty when the two rows come from different writes, because a write happened in between. */
    private Optional<Resolution> fromAliases(Place place) {
        Seen seen = places.get(place).orElseGet(() -> remember(place, read(place, false)));
        if (seen.alias().isEmpty()) {
            return Optional.of(new Resolution.Missing());
        }
        Alias alias = seen.alias().get();
        return alias.isReady()
                ? config(alias).map(config -> found(seen, alias, config))
                : Optional.of(new Resolution.NotReady(alias));
    }

    /**
     * Resolves by the deployment's row, because its aliases are updated one after the other.
     *
     * @return empty if the deployment is deleted, so that the alias must point elsewhere by now
     */
    private Optional<Resolution> fromDeployment(Place place) {
        Seen seen = read(place, true);
        if (seen.alias().isEmpty()) {
            remember(place, seen);
            return Optional.of(new Resolution.Missing());
        }
        Alias alias = seen.alias().get();
        return deployments.getDeploymentById(alias.deployment()).map(deployment -> {
            boolean served = deployment.status().isServed();
            if (served && alias.isReady()) {
                remember(place, seen);
                configs.put(alias.version(), deployment.config(), seen.asked().plus(CONFIG_AGE));
            } else {
                places.remove(place);
            }
            return served ? found(seen, alias, deployment.config()) : new Resolution.NotReady(alias);
        });
    }

    private Resolution found(Seen seen, Alias alias, SiteConfig config) {
        Duration left = Duration.between(clock.instant(), seen.asked().plus(HIT_AGE));
        return new Resolution.Found(alias, config, left.isNegative() ? Duration.ZERO : left);
    }

    private Seen read(Place place, boolean consistent) {
        Instant asked = clock.instant();
        Optional<Alias> alias = aliases.getAliasByHostname(place.host(), place.path(), consistent)
                .or(() -> place.host()
                        .wildcard()
                        .flatMap(wildcard -> aliases.getAliasByHostname(wildcard, place.path(), consistent)));
        return new Seen(alias, asked);
    }

    private Seen remember(Place place, Seen seen) {
        if (seen.alias().filter(alias -> !alias.isReady()).isPresent()) {
            // Callers who wait for a deployment poll, and must not get a cached response.
            places.remove(place);
        } else {
            places.put(place, seen, seen.asked().plus(seen.alias().isPresent() ? HIT_AGE : MISS_AGE));
        }
        return seen;
    }

    private Optional<SiteConfig> config(Alias alias) {
        AliasVersion version = alias.version();
        return configs.get(version).or(() -> {
            Optional<SiteConfig> config = aliases.getConfigNextJs(alias.id(), false)
                    .filter(row -> row.version().equals(version))
                    .map(AliasConfig::config);
            config.ifPresent(read -> configs.put(version, read, clock.instant().plus(CONFIG_AGE)));
            return config;
        });
    }
}
