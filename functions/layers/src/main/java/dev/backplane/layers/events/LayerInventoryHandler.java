package dev.backplane.layers.events;

import dev.backplane.layers.Inventory.Run;
import dev.backplane.layers.LayerArn;
import dev.backplane.layers.LayerLimits;
import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.RegionName;
import dev.backplane.layers.store.Stores;
import dev.backplane.layers.store.UsageStore;
import dev.backplane.platform.Deadline;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Randomness;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.log.Invocation;
import dev.backplane.platform.schedules.ScheduleHandler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.lambda.model.InvalidParameterValueException;

/** Records which functions use which layers, in every region of the stage, once a day. */
public final class LayerInventoryHandler extends ScheduleHandler {

    /** The time that a page may take; a run that has less left is continued by the next invocation. */
    private static final Duration TIME_OF_A_PAGE = Duration.ofSeconds(10);

    private final UsageStore usage;
    private final LambdaFunctions functions;
    private final List<RegionName> regions;
    private final LayerLimits limits;
    private final String account;

    public LayerInventoryHandler() {
        this(Platform.lambda());
    }

    public LayerInventoryHandler(Platform platform) {
        super(platform, LayerEvents.SERVICE);
        this.usage = new Stores(platform).usage();
        this.functions = new LambdaFunctions(new LambdaClients(platform.aws()));
        this.limits = LayerLimits.from(platform.settings());
        this.regions = limits.regions().isEmpty()
                ? List.of(RegionName.parse(platform.aws().region().id()))
                : List.copyOf(limits.regions());
        this.account = platform.settings().require(LayersSettings.ACCOUNT_ID);
    }

    /** Visits all regions; a region that fails does not stop the others, and the next invocation continues it. */
    @Override
    protected void handle(Invocation invocation) {
        List<RegionName> order = new ArrayList<>(regions);
        // In another order each time, so that no region is always the one that no time is left for.
        Collections.shuffle(order, Randomness.source());
        int unfinished = 0;
        int rows = 0;
        for (RegionName region : order) {
            try {
                Visit visit = visit(region);
                rows += visit.rows();
                unfinished += visit.finished() ? 0 : 1;
            } catch (RuntimeException e) {
                unfinished++;
                invocation.failed(e);
            }
        }
        invocation.note("regions", order.size());
        invocation.note("uses", rows);
        invocation.note("unfinishedRegions", unfinished);
    }

    private record Visit(int rows, boolean finished) {}

    private Visit visit(RegionName region) {
        Optional<Run> run = Optional.of(usage.inventory(region).run().orElseGet(() -> usage.start(region)));
        int rows = 0;
        while (run.isPresent() && hasTime()) {
            Page<LambdaFunctions.LayerUse, String> page = read(region, run.get());
            for (LambdaFunctions.LayerUse use : page.items()) {
                rows += put(use, run.get());
            }
            if (page.next().isEmpty()) {
                usage.finish(region, run.get());
                return new Visit(rows, true);
            }
            run = usage.advance(region, run.get(), page.next().get());
        }
        return new Visit(rows, false);
    }

    private Page<LambdaFunctions.LayerUse, String> read(RegionName region, Run run) {
        try {
            return functions.uses(region, run.marker(), this::isOwn);
        } catch (InvalidParameterValueException e) {
            // Lambda no longer accepts the marker. The next invocation starts from the beginning.
            usage.start(region);
            throw e;
        }
    }

    private int put(LambdaFunctions.LayerUse use, Run run) {
        use.layers().forEach(layer -> usage.put(LayerArn.parse(layer), use.function(), run));
        return use.layers().size();
    }

    private static boolean hasTime() {
        return Deadline.left().map(left -> left.compareTo(TIME_OF_A_PAGE) > 0).orElse(true);
    }

    /** Returns whether a layer may be registered in this stage. Layers of other accounts may not. */
    private boolean isOwn(String arn) {
        try {
            return limits.parse(arn).account().equals(account);
        } catch (InvalidValueException _) {
            return false;
        }
    }
}
