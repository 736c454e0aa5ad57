package dev.backplane.local.e2e;

import dev.backplane.local.LocalCloud;
import dev.backplane.local.LocalServer;
import dev.backplane.local.aws.FaultInjection.Call;
import dev.backplane.local.cloudformation.CloudFormation;
import dev.backplane.local.cloudformation.StackStatus;
import dev.backplane.local.stepfunctions.TimeScale;
import dev.backplane.platform.dynamo.Item;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** A suite with injected faults; afterwards, no row may remain Started. */
abstract class FaultyTenants {

    static final MovableClock CLOCK = new MovableClock();
    static final String CREATE = "AUDIT#CREATE";
    static final String DELETE = "AUDIT#DELETE";
    static final String UPDATE = "AUDIT#UPDATE#1.2.0";

    static LocalServer server;
    static TenantQueues tenants;

    final AtomicInteger hits = new AtomicInteger();
    String tenant;
    String stack;

    @BeforeAll
    static void start() {
        server = Suite.serve(LocalCloud.Options.of(Suite.TEMPLATES)
                .withClock(CLOCK)
                .withSpeed(new TimeScale(200))
                .withEdit(Suite.refusedSoon()));
        tenants = new TenantQueues(server);
    }

    @AfterAll
    static void stop() {
        tenants.close();
        server.close();
    }

    @BeforeEach
    void newTenant() {
        use(TenantQueues.newTenant());
    }

    final void use(String id) {
        tenant = id;
        stack = TenantQueues.stackName(id);
    }

    @AfterEach
    void nothingStaysStarted() {
        server.cloud().faults().clear();
        Suite.await(tenants::startedRows, List::isEmpty);
    }

    static CloudFormation stacks() {
        return server.cloud().stacks();
    }

    Item awaitAttempt(String sort, String status, int attempt) {
        return Suite.await(
                        () -> tenants.row(tenant, sort),
                        row -> row.filter(
                                        item -> item.text("Status").equals(status) && item.number("Attempt") == attempt)
                                .isPresent())
                .orElseThrow();
    }

    void awaitStack(StackStatus status) {
        Suite.await(() -> stacks().status(stack), Optional.of(status)::equals);
    }

    /** Counts and selects the calls of a role whose name contains a text. */
    Predicate<Call> calls(String role, String service, String... actions) {
        return call -> counted(call.role().toLowerCase(Locale.ROOT).contains(role) && call.is(service, actions));
    }

    /** Counts and selects the invocations of a function. */
    Predicate<String> invocations(String function) {
        return name -> counted(name.endsWith("-" + function));
    }

    private boolean counted(boolean hit) {
        if (hit) {
            hits.incrementAndGet();
        }
        return hit;
    }

    void stopRun(String machine) {
        String name = tenants.executions(machine, tenant).getFirst();
        tenants.machines.stopExecution(stop -> stop.executionArn(
                        tenants.machine(machine).replace(":stateMachine:", ":execution:") + ":" + name)
                .cause("by a test"));
    }
}
