package dev.backplane.infra;

import dev.backplane.activity.ActivitySettings;
import dev.backplane.console.SiteConfig;
import dev.backplane.identity.SignInSettings;
import dev.backplane.infra.constructs.Endpoint;
import dev.backplane.infra.constructs.FunctionCode;
import dev.backplane.infra.constructs.Service;
import dev.backplane.infra.constructs.TokenIssuer;
import dev.backplane.infra.settings.IdentitySettings;
import dev.backplane.infra.settings.InvalidSettingsException;
import dev.backplane.infra.settings.Packaging;
import dev.backplane.infra.settings.StageSettings;
import dev.backplane.platform.http.Operation;
import io.github.cdklabs.cdknag.AwsSolutionsChecks;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Aspects;

/** Synthesizes all stacks of one stage: {@code dev}, or the stage given with {@code -c stage=}. */
public final class BackplaneApp {

    /** The HTTP operations of all services. */
    static final List<Operation> OPERATIONS = Stream.of(
                    DeploymentsEndpoints.ALL,
                    LayersEndpoints.ALL,
                    LayerPublications.ENDPOINTS,
                    TenantsEndpoints.ALL,
                    PoolEndpoints.ALL,
                    UserdataEndpoints.ALL,
                    UserdataRemovals.ENDPOINTS,
                    UserdataExports.ENDPOINTS,
                    ActivityEndpoints.ALL)
            .flatMap(List::stream)
            .<Operation>map(Endpoint::operation)
            .toList();

    private final App app;
    private final Workspace workspace;

    private BackplaneApp(App app, Workspace workspace) {
        this.app = app;
        this.workspace = workspace;
    }

    /** Synthesizes the stage, for the CDK CLI and for direct runs; {@code CDK_OUTDIR} sets the output folder. */
    public static void main(String[] args) {
        Workspace workspace = Workspace.around(Path.of(""));
        synthesize(App.Builder.create().context(workspace.context()).build(), workspace);
    }

    /** Writes the templates of the stage in the app's context. */
    @SuppressWarnings("SystemOut") // the CDK CLI shows what the app prints
    static void synthesize(App app, Workspace workspace) {
        try {
            addStacks(app, workspace);
        } catch (InvalidSettingsException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
        app.synth();
    }

    /** Adds the stacks of the stage in the app's context, checked by the AwsSolutions rules. */
    static void addStacks(App app, Workspace workspace) {
        Aspects.of(app).add(AwsSolutionsChecks.Builder.create().build());
        new BackplaneApp(app, workspace).addStacks();
    }

    private void addStacks() {
        StageSettings stage = settings();
        Optional<IdentityStack> identity = identity(stage);
        TokenIssuer issuer = identity.map(IdentityStack::issuer).orElseGet(() -> external(stage));
        EventsStack events = new EventsStack(app, stage);
        List<ServiceStack> services = List.of(
                new DeploymentsStack(app, props(DeploymentsStack.SERVICE, stage, issuer, events)),
                new LayersStack(app, props(LayersStack.SERVICE, stage, issuer, events), workspace),
                new TenantsStack(app, props(TenantsStack.SERVICE, stage, issuer, events), workspace),
                new PoolStack(app, props(PoolStack.SERVICE, stage, issuer, events), workspace),
                new UserdataStack(app, props(UserdataStack.SERVICE, stage, issuer, events), workspace),
                new ActivityStack(app, props(ActivitySettings.SERVICE, stage, issuer, events)));
        List<String> sharedAlarms = Stream.concat(
                        events.sharedAlarms().stream(), identity.stream().flatMap(stack -> stack.alarmNames().stream()))
                .toList();
        new DashboardStack(
                app, stage, services.stream().map(ServiceStack::dashboardEntry).toList(), sharedAlarms);
        Optional<String> consoleUrl = Optional.empty();
        if (stage.edge().enabled()) {
            Optional<SiteConfig.SignIn> signIn = identity.map(
                    stack -> new SiteConfig.SignIn(stack.peopleClient().id(), stack.loginUrl()));
            EdgeStack edge = new EdgeStack(app, new EdgeStack.Props(stage, workspace.site(), issuer, signIn, services));
            consoleUrl = Optional.of(edge.consoleUrl());
        }
        if (identity.isPresent() && stage.identity() instanceof IdentitySettings.Cognito cognito) {
            List<String> returnUrls = Stream.concat(consoleUrl.stream(), cognito.signIn().callbackUrls().stream())
                    .toList();
            new SignInStack(app, stage, identity.get().peopleClient(), returnUrls);
        }
    }

    private ServiceStack.Props props(String service, StageSettings stage, TokenIssuer issuer, EventsStack events) {
        return new ServiceStack.Props(
                new Service(service, stage, workspace.functionCode(service, stage.packaging())), issuer, events.bus());
    }

    /** Creates the stage's own issuer, unless the operator configured an external one. */
    private Optional<IdentityStack> identity(StageSettings stage) {
        if (!(stage.identity() instanceof IdentitySettings.Cognito cognito)) {
            return Optional.empty();
        }
        // Its function is called only at sign-in, so it does not need a package that starts faster.
        FunctionCode code = workspace.functionCode(SignInSettings.SERVICE, Packaging.SNAPSTART);
        Service service = new Service(SignInSettings.SERVICE, stage, code);
        return Optional.of(new IdentityStack(app, service, cognito, OPERATIONS));
    }

    private static TokenIssuer external(StageSettings stage) {
        return switch (stage.identity()) {
            case IdentitySettings.External(String issuer, List<String> audience, String subjectClaim) ->
                new TokenIssuer(issuer, audience, subjectClaim);
            case IdentitySettings.Cognito _ -> throw new IllegalStateException("The stage has an issuer of its own");
        };
    }

    private StageSettings settings() {
        String stage = String.valueOf(context("stage"));
        if (!(context("stages") instanceof Map<?, ?> stages && stages.get(stage) instanceof Map<?, ?> settings)) {
            throw new InvalidSettingsException("The CDK context has no stage " + stage + ": add it to cdk.json");
        }
        Map<String, Object> values = new TreeMap<>();
        settings.forEach((name, value) -> values.put(String.valueOf(name), value));
        for (String name : StageSettings.NAMES) {
            Object override = context(name);
            if (override != null) {
                values.put(name, override);
            }
        }
        return StageSettings.of(stage, values);
    }

    private @Nullable Object context(String name) {
        return app.getNode().tryGetContext(name);
    }
}
