package dev.backplane.deployments.events;

import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.Retention;
import dev.backplane.deployments.store.DeploymentExpirer;
import dev.backplane.deployments.store.RetentionStore;
import dev.backplane.deployments.store.Stores;
import dev.backplane.platform.Actor;
import dev.backplane.platform.FunctionName;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Randomness;
import dev.backplane.platform.log.Invocation;
import dev.backplane.platform.schedules.ScheduleHandler;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Expires the deployments that the retention policies of all projects do not keep, once a day. */
public final class RetentionSweeperHandler extends ScheduleHandler {

    /** Leaves time for the work in progress before the function times out. */
    public static final Duration TIME = Duration.ofMinutes(13);

    private static final Actor ACTOR = Actor.system(FunctionName.of(RetentionSweeperHandler.class));

    private final RetentionStore retentions;
    private final DeploymentExpirer expirer;
    private final Clock clock;

    public RetentionSweeperHandler() {
        this(Platform.lambda());
    }

    public RetentionSweeperHandler(Platform platform) {
        super(platform, DeploymentsSettings.SERVICE);
        Stores stores = new Stores(platform);
        this.retentions = stores.retentions();
        this.expirer = stores.expirer();
        this.clock = platform.clock();
    }

    /** Sweeps once; a project or a deployment that fails does not stop the others, and the next sweep tries again. */
    @Override
    protected void handle(Invocation invocation) {
        Instant end = clock.instant().plus(TIME);
        List<Retention> policies = new ArrayList<>(retentions.listRetentions());
        // In another order each time, so that no project is always the one that no time is left for.
        Collections.shuffle(policies, Randomness.source());
        int expired = 0;
        int unfinished = 0;
        for (Retention policy : policies) {
            if (!clock.instant().isBefore(end)) {
                unfinished++;
                continue;
            }
            try {
                DeploymentExpirer.Run run = expirer.run(
                        policy, Integer.MAX_VALUE, ACTOR, () -> clock.instant().isBefore(end));
                expired += run.expired().size();
                unfinished += run.more() ? 1 : 0;
                run.failures().forEach(invocation::failed);
            } catch (RuntimeException e) {
                unfinished++;
                invocation.failed(e);
            }
        }
        invocation.note("projects", policies.size());
        invocation.note("expired", expired);
        invocation.note("unfinishedProjects", unfinished);
    }
}
