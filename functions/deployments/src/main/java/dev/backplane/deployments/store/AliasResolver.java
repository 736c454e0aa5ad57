package dev.backplane.deployments.store;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasConfig;
import dev.backplane.deployments.AliasVersion;
import dev.backplane.deployments.BoundedCache;
import dev.backplane.deployments.Hostname;
import dev.backplane.deployments.Resolution;
import dev.backplane.deployments.SiteConfig;
import dev.backplane.platform.dynamo.Retry;
import dev.backplane.platform.dynamo.Retry.Attempt;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/**
 * Resolves hosts and paths, remembering what a warm function has read: which alias serves a path for a few seconds, and
 * a configuration for as long as there is room, since none changes under its revision.
 */
public final class AliasResolver {

    /** How long an alias may be served as it was; also what caches further out may do. */
    public static final Duration HIT_AGE = Duration.ofSeconds(10);

    private static final Duration MISS_AGE = Duration.ofSeconds(2);
    private static final Duration CONFIG_AGE = Duration.ofHours(1);
    private static final int MAX_PATHS = 10_000;
    private static final long MAX_CONFIG_BYTES = 32L * 1024 * 1024;

    private record Place(Hostname host, String path) {}

    private final AliasStore aliases;
    private final Retry retry;
    private final BoundedCache<Place, Optional<Alias>> places;
    private final BoundedCache<AliasVersion, SiteConfig> configs;

    AliasResolver(AliasStore aliases, Retry retry, Clock clock) {
        this.aliases = aliases;
        this.retry = retry;
        this.places = new BoundedCache<>(MAX_PATHS, _ -> 1, clock);
        this.configs = new BoundedCache<>(MAX_CONFIG_BYTES, AliasResolver::bytes, clock);
    }

    /**
     * Resolves a path of a host.
     *
     * @param fresh whether to ask the table, consistently, whatever is remembered
     */
    public Resolution resolve(Hostname host, String path, boolean fresh) {
        Place place = new Place(host, path);
        return attempt(place, fresh)
                .orElseGet(() -> retry.run(() -> attempt(place, true)
                        .<Attempt<Resolution>>map(Attempt.Done::new)
                        .orElseGet(Attempt.Lost::new)));
    }

    /** Returns empty when the two rows are of different writes: one changed in between, or had not got here yet. */
    private Optional<Resolution> attempt(Place place, boolean consistent) {
        Optional<Alias> alias =
                consistent ? read(place, true) : places.get(place).orElseGet(() -> read(place, false));
        if (alias.isEmpty()) {
            return Optional.of(new Resolution.Missing());
        }
        if (!alias.get().isReady()) {
            return Optional.of(new Resolution.NotReady(alias.get()));
        }
        return config(alias.get(), consistent).map(config -> new Resolution.Found(alias.get(), config));
    }

    private Optional<Alias> read(Place place, boolean consistent) {
        Optional<Alias> alias = aliases.getAliasByHostname(place.host(), place.path(), consistent)
                .or(() -> place.host()
                        .wildcard()
                        .flatMap(wildcard -> aliases.getAliasByHostname(wildcard, place.path(), consistent)));
        if (alias.isPresent() && !alias.get().isReady()) {
            // Whoever waits for a deployment asks again, and should not be told of the past.
            places.remove(place);
        } else {
            places.put(place, alias, alias.isPresent() ? HIT_AGE : MISS_AGE);
        }
        return alias;
    }

    private Optional<SiteConfig> config(Alias alias, boolean consistent) {
        AliasVersion version = alias.version();
        return configs.get(version).or(() -> {
            Optional<SiteConfig> config = aliases.getConfigNextJs(alias.id(), consistent)
                    .filter(row -> row.version().equals(version))
                    .map(AliasConfig::config);
            config.ifPresent(read -> configs.put(version, read, CONFIG_AGE));
            return config;
        });
    }

    private static long bytes(SiteConfig config) {
        return 64 + bytes(config.routes()) + bytes(config.lambdaRoutes()) + bytes(config.prerenders());
    }

    private static long bytes(Optional<String> text) {
        return text.map(value -> value.getBytes(StandardCharsets.UTF_8).length).orElse(0);
    }
}
