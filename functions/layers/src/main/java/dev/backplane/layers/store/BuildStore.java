package dev.backplane.layers.store;

import static dev.backplane.layers.store.Attributes.BUILD_VERSION;
import static dev.backplane.layers.store.Attributes.MAX_VERSION;
import static dev.backplane.layers.store.Attributes.PK;

import dev.backplane.layers.Build;
import dev.backplane.layers.BuildOutcome;
import dev.backplane.layers.NewBuild;
import dev.backplane.layers.PackageName;
import dev.backplane.layers.store.Pointers.Numbering;
import dev.backplane.layers.store.Pointers.Try;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemQuery;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.Rows;
import dev.backplane.platform.dynamo.Transacted;
import dev.backplane.platform.dynamo.Values;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

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
    public BuildOutcome insertBuild(NewBuild request) {
        return pointers.advance(BuildKey.pointer(request.name()), pointer -> attempt(request, pointer));
    }

    private Try<BuildOutcome> attempt(NewBuild request, Optional<Item> pointer) {
        Optional<Build> latest = pointer.map(BuildRows::toBuild);
        if (latest.filter(request::repeats).isPresent()) {
            return new Try.Done<>(new BuildOutcome.Unchanged(latest.get()));
        }
        Build build = new Build(
                request.name(),
                Pointers.next(pointer),
                request.packageVersion(),
                request.requirements(),
                Times.now(clock));
        Numbering numbering = pointers.number(BuildRows.toPointer(build), pointer, BuildRows.toItem(build));
        return switch (dynamo.transact(numbering.transaction())) {
            case Transacted.Committed _ -> new Try.Done<>(new BuildOutcome.Registered(build));
            case Transacted.Refused refused -> new Try.Refused<>(numbering, refused);
        };
    }

    public Optional<Build> getLatestBuild(PackageName name) {
        return pointers.read(BuildKey.pointer(name)).map(BuildRows::toBuild);
    }

    public Optional<Build> getBuild(PackageName name, long version) {
        return dynamo.get(table, new BuildKey(name, version).attributes()).map(BuildRows::toBuild);
    }

    /** Lists the latest build of every package, by name; a page reads at most 1 MB. */
    public Page<Build, PackageName> listLatestBuilds(int limit, Optional<PackageName> after) {
        Rows rows = dynamo.query(ItemQuery.of(table, Condition.equal(PK, Values.text(BuildKey.POINTERS)))
                .limit(limit + 1)
                .after(after.map(BuildKey::pointer)));
        List<Build> builds = rows.items().stream().map(BuildRows::toBuild).toList();
        return rows.last().isPresent() && builds.size() <= limit
                ? new Page<>(builds, Optional.of(builds.getLast().name()))
                : Page.of(builds, limit, Build::name);
    }

    /**
     * Lists the builds of a package, highest number first.
     *
     * @return empty when the package never had a build
     */
    public Optional<Page<Build, Long>> listBuilds(PackageName name, int limit, Optional<Long> below) {
        return below.map(version -> version - 1)
                .or(() -> pointers.read(BuildKey.pointer(name)).map(pointer -> pointer.number(MAX_VERSION)))
                .map(top -> versions.read(
                        new VersionRange(top, limit),
                        BUILD_VERSION,
                        version -> new BuildKey(name, version).attributes(),
                        _ -> true))
                .map(page ->
                        new Page<>(page.items().stream().map(BuildRows::toBuild).toList(), page.next()));
    }
}
