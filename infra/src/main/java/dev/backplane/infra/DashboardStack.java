package dev.backplane.infra;

import dev.backplane.infra.constructs.SuiteDashboard;
import dev.backplane.infra.constructs.Watched;
import dev.backplane.infra.settings.StageSettings;
import java.util.List;
import software.constructs.Construct;

/** The dashboard of the suite, in a stack of its own because it reads from all the others. */
final class DashboardStack extends BackplaneStack {

    DashboardStack(Construct scope, StageSettings stage, List<Watched> services, List<String> sharedAlarms) {
        super(scope, stage, "Dashboard", "Backplane: the dashboard of all services");
        new SuiteDashboard(this, stage, services, sharedAlarms);
    }
}
