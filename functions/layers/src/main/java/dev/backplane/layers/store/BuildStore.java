package dev.backplane.layers.store;

import static dev.backplane.layers.store.Attributes.MAX_VERSION;
import static dev.backplane.layers.store.Attributes.PK;

import dev.backplane.layers.Build;
import dev.backplane.layers.BuildOutcome;
import dev.backplane.layers.NewBuild;
import dev.backplane.layers.PackageName;
import dev.backplane.layers.store.Pointers.Numbering;
import dev.backplane.layers.store.Pointers.Outcome;
import dev.backplane.platform.Actor;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemQuery;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.Rows;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The builds in the table of layers and builds. */
public final class BuildStore {

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;
    private final VersionPages versions;
    private final Pointers pointers;

    BuildStore(Dynamo dynamo, String table, Clock clock) {
        this.dynamo = dynamo;
        this.table = table;
        this.clock = clock;
        this.versions = new VersionPages(dynamo, table);
        this.pointers = new Pointers(dynamo, table);
    }

    /** Makes a build the latest of its package, unless it repeats the latest. */
    public BuildOutcome insertBuild(NewBuild request, Actor actor) {
        return pointers.advance(BuildKey.pointer(request.name()), pointer -> attempt(request, pointer, actor));
    }

    private Outcome<BuildOutcome> attempt(NewBuild request, Optional<Item> pointer, Actor actor) {
        Optional<Build> latest = pointer.map(BuildRows::toLatest);
        if (latest.filter(request::repeats).isPresent()) {
            return new Outcome.Done<>(new BuildOutcome.Unchanged(latest.get()));
        }
        Build build = new Build(
                request.name(),
                Pointers.next(pointer),
                request.packageVersion(),
                request.requirements(),
                Times.now(clock));
        Numbering numbering = pointers.number(BuildRows.toPointer(build), pointer, BuildRows.toItem(build, actor));
        return switch (dynamo.transact(numbering.transaction())) {
            case Transaction.Committed _ -> new Outcome.Done<>(new BuildOutcome.Registered(build));
            case Transaction.Refused refused -> new Outcome.Refused<>(numbering, refused);
        };
    }

    public Optional<Build> getLatestBuild(PackageName name) {
        return pointers.read(BuildKey.pointer(name)).map(BuildRows::toLatest);
    }

    public Optional<Build> getBuild(PackageName name, long version) {
        return dynamo.get(table, new BuildKey(name, version).attributes()).map(BuildRows::toBuild);
    }

    /** Lists the latest build of every package, by name; a page ends when a call has read 1 MB. */
    public Page<Build, PackageName> listLatestBuilds(int limit, Optional<PackageName> after) {
        List<Build> builds = new ArrayList<>();
        Optional<Map<String, AttributeValue>> start = after.map(BuildKey::pointer);
        boolean isFull;
        do {
            int wanted = limit + 1 - builds.size();
            Rows rows = dynamo.query(ItemQuery.of(table, Condition.equal(PK, Values.text(BuildKey.POINTERS)))
                    .limit(wanted)
                    .after(start));
            rows.items().forEach(row -> row.read(BuildRows::toLatest).ifPresent(builds::add));
            start = rows.last();
            isFull = builds.size() > limit || (!builds.isEmpty() && rows.items().size() < wanted);
        } while (start.isPresent() && !isFull);
        return start.isPresent() && builds.size() <= limit
                ? new Page<>(builds, Optional.of(builds.getLast().name()))
                : Page.of(builds, limit, Build::name);
    }

    /**
     * Lists the builds of a package, highest number first.
     *
     * @return empty if the package never had a build
     */
    public Optional<Page<Build, Long>> listBuilds(PackageName name, int limit, Optional<Long> below) {
        return below.map(version -> version - 1)
                .or(() -> pointers.read(BuildKey.pointer(name)).map(pointer -> pointer.number(MAX_VERSION)))
                .map(top -> versions.read(
                        new VersionRange(top, limit),
                        version -> new BuildKey(name, version).attributes(),
                        row -> Optional.of(BuildRows.toBuild(row))));
    }
}
