package dev.backplane.pool.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.any;
import static dev.backplane.platform.dynamo.Condition.contains;
import static dev.backplane.platform.dynamo.Condition.exists;
import static dev.backplane.platform.dynamo.Condition.sizeLess;
import static dev.backplane.pool.store.Attributes.ACTOR;
import static dev.backplane.pool.store.Attributes.DATA;
import static dev.backplane.pool.store.Attributes.PK;

import dev.backplane.platform.Actor;
import dev.backplane.platform.BoundedCache;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.pool.LeaseLimits;
import dev.backplane.pool.LeaseTemplate;
import dev.backplane.pool.PoolSettings;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/** The templates of leases. */
public final class TemplateStore {

    // Claims of one process read each template once in this time, so that a template costs them nothing. A changed or
    // deleted template can be used for as long.
    static final Duration CACHE_AGE = Duration.ofSeconds(30);

    private final Dynamo dynamo;
    private final PoolSettings settings;
    private final PoolReader reader;
    private final Clock clock;
    private final BoundedCache<String, LeaseTemplate> cache;

    TemplateStore(Dynamo dynamo, PoolSettings settings, Clock clock) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.reader = new PoolReader(dynamo, settings);
        this.clock = clock;
        this.cache = BoundedCache.ofSize(LeaseTemplate.MAX_TEMPLATES, clock);
    }

    /**
     * Stores a template; leases that were created before keep their values.
     *
     * @return false if there are as many templates as the pool can have
     */
    public boolean putTemplate(LeaseTemplate template, Actor actor) {
        Transaction transaction = new Transaction();
        transaction.put(
                settings.table(),
                TemplateRows.toItem(template).text(ACTOR, actor.text()).build());
        transaction.update(
                settings.table(),
                PoolKey.TEMPLATES.attributes(),
                Shards.adding(template.name())
                        .onlyIf(any(
                                absent(DATA),
                                sizeLess(DATA, LeaseTemplate.MAX_TEMPLATES),
                                contains(DATA, Values.text(template.name())))));
        return dynamo.transact(transaction) instanceof Transaction.Committed;
    }

    /** Returns a template; the default template comes from the settings until one is stored. */
    public Optional<LeaseTemplate> getTemplate(String name) {
        return reader.item(PoolKey.ofTemplate(name))
                .map(TemplateRows::toTemplate)
                .or(() -> name.equals(LeaseTemplate.DEFAULT) ? Optional.of(ofSettings()) : Optional.empty());
    }

    /** Returns a template as it was up to {@link #CACHE_AGE} ago. */
    Optional<LeaseTemplate> findCached(String name) {
        return cache.get(name).or(() -> {
            Optional<LeaseTemplate> found = getTemplate(name);
            found.ifPresent(
                    template -> cache.put(name, template, clock.instant().plus(CACHE_AGE)));
            return found;
        });
    }

    private LeaseTemplate ofSettings() {
        return new LeaseTemplate(settings.defaultLease(), LeaseLimits.DEFAULT, new TreeSet<>());
    }

    /** Lists templates by name; the default template is always among them. */
    public Page<LeaseTemplate, String> listTemplates(int limit, Optional<String> after) {
        NavigableSet<String> names = PoolReader.idsIn(PoolKey.TEMPLATES, reader.item(PoolKey.TEMPLATES));
        names.add(LeaseTemplate.DEFAULT);
        List<String> some = after.map(last -> names.tailSet(last, false)).orElse(names).stream()
                .limit(limit + 1L)
                .toList();
        Page<String, String> page = Page.of(some, limit, name -> name);
        List<PoolKey> keys = page.items().stream().map(PoolKey::ofTemplate).toList();
        Map<PoolKey, Item> found = reader.items(keys);
        return new Page<>(
                keys.stream()
                        .flatMap(key -> template(key, Optional.ofNullable(found.get(key))).stream())
                        .toList(),
                page.next());
    }

    /** Returns a template of a list; one that cannot be read is left out. */
    private Optional<LeaseTemplate> template(PoolKey key, Optional<Item> item) {
        return item.isPresent()
                ? item.get().read(TemplateRows::toTemplate)
                : Optional.of(ofSettings()).filter(_ -> key.id().equals(LeaseTemplate.DEFAULT));
    }

    /**
     * Deletes a template other than the default; leases that were created with it keep their values.
     *
     * @return false if there is no such template
     */
    public boolean deleteTemplate(String name) {
        Transaction transaction = new Transaction();
        transaction.delete(settings.table(), PoolKey.ofTemplate(name).attributes(), exists(PK));
        transaction.update(settings.table(), PoolKey.TEMPLATES.attributes(), Shards.removing(name));
        return dynamo.transact(transaction) instanceof Transaction.Committed;
    }
}
