package dev.backplane.layers.api;

import dev.backplane.layers.Build;
import dev.backplane.layers.Compatibility;
import dev.backplane.layers.FailedDeletion;
import dev.backplane.layers.Layer;
import dev.backplane.layers.LayerArn;
import dev.backplane.layers.LayerId;
import dev.backplane.layers.LayerLimits;
import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.NewLayer;
import dev.backplane.layers.PackageVersion;
import dev.backplane.layers.RegionName;
import dev.backplane.layers.RegisterOutcome;
import dev.backplane.layers.Requirements;
import dev.backplane.layers.store.BuildStore;
import dev.backplane.layers.store.LayerStore;
import dev.backplane.layers.store.Stores;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Problem;
import dev.backplane.platform.json.JsonValue.Num;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Supplier;

/** Registers a version of a layer, which becomes the latest of its package and region. */
public final class RegisterLayerHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("RegisterLayer", Scopes.WRITE, "POST /layers/{region}/{package}");

    private final LayerStore layers;
    private final BuildStore builds;
    private final Clock clock;
    private final InputType<LayerArn> arnType;
    private final String account;
    private final String partition;

    public RegisterLayerHandler() {
        this(Platform.lambda());
    }

    public RegisterLayerHandler(Platform platform) {
        super(platform, OPERATION);
        Stores stores = new Stores(platform);
        this.layers = stores.layers();
        this.builds = stores.builds();
        this.clock = platform.clock();
        this.arnType = InputType.text(LayerLimits.from(platform.settings())::parse);
        this.account = platform.settings().require(LayersSettings.ACCOUNT_ID);
        this.partition = RegionName.parse(platform.aws().region().id()).partition();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<LayerId> id = Fields.layerInPath(input);
        Supplier<LayerArn> arn = input.body("arn", arnType);
        Supplier<PackageVersion> packageVersion = input.body("packageVersion", Fields.PACKAGE_VERSION);
        RequirementsInput requirements = RequirementsInput.optional(input);
        Supplier<Compatibility> compatibility = Fields.compatibility(input);
        Supplier<Optional<String>> reason = input.optionalBody("reason", InputType.reason());
        input.require(() -> arn.get().region().equals(id.get().region()), "arn", "must be in the region of the path");
        input.require(() -> isOfPartition(arn.get()), "arn", "must be in the partition of this stage");
        input.require(() -> arn.get().account().equals(account), "arn", "must be in the account of this stage");
        input.verify();

        NewLayer layer = new NewLayer(
                id.get(),
                arn.get(),
                packageVersion.get(),
                requirements.get().map(known -> completed(known, id.get())),
                compatibility.get());
        return switch (layers.insertLayer(layer, new Cause(request.actor(), reason.get()))) {
            case RegisterOutcome.Registered(Layer registered) ->
                HttpResponse.created(location(registered), LayerView.of(registered, Times.now(clock)));
            case RegisterOutcome.AlreadyRegistered(Layer registered) ->
                HttpResponse.ok(LayerView.of(registered, Times.now(clock)));
            case RegisterOutcome.ArnMismatch(Layer registered) ->
                mismatch(
                        "The ARN is registered with another package version, requirements, runtimes or architectures.",
                        registered.id(),
                        registered.version());
            case RegisterOutcome.ArnTaken(LayerId holder, long version) ->
                mismatch("The ARN is registered for another package.", holder, version);
            case RegisterOutcome.DeleteFailed(Layer failed) ->
                HttpResponse.problem(conflict(
                                "DELETE_FAILED",
                                "The deletion of the layer version failed; delete it again, or see"
                                        + " docs/runbooks/queues.md#dead-letter-queue-not-empty.",
                                failed.id(),
                                failed.version())
                        .with(
                                "reason",
                                failed.failure().map(FailedDeletion::reason).orElse("")));
        };
    }

    private boolean isOfPartition(LayerArn arn) {
        return arn.partition().equals(partition) && arn.region().partition().equals(partition);
    }

    /** Adds the requirements text, if the package's latest build has the same hash. */
    private Requirements completed(Requirements known, LayerId id) {
        return known.text().isPresent()
                ? known
                : builds.getLatestBuild(id.name())
                        .map(Build::requirements)
                        .filter(built -> built.hash().equals(known.hash()))
                        .orElse(known);
    }

    private static String location(Layer layer) {
        return "/layers/" + layer.id().region() + "/" + layer.id().name() + "/" + layer.version();
    }

    private static HttpResponse mismatch(String detail, LayerId holder, long version) {
        return HttpResponse.problem(conflict("ARN_MISMATCH", detail, holder, version));
    }

    private static Problem conflict(String code, String detail, LayerId holder, long version) {
        return Problem.of(409, code, detail)
                .with("package", holder.name().value())
                .with("layerVersion", new Num(Long.toString(version)));
    }
}
