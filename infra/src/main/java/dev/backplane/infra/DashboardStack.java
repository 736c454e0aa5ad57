package dev.backplane.infra;

import dev.backplane.infra.constructs.DashboardEntry;
import dev.backplane.infra.constructs.SuiteDashboard;
import dev.backplane.infra.settings.StageSettings;
import java.util.List;
import software.constructs.Construct;

/** The dashboard of the suite. It is a separate stack because it refers to all others. */
final class DashboardStack extends BackplaneStack {

    DashboardStack(Construct scope, StageSettings stage, List<DashboardEntry> services, List<String> sharedAlarms) {
        super(scope, stage, "Dashboard", "Backplane: dashboard of all services");
        new SuiteDashboard(this, stage, services, sharedAlarms);
    }
}
