package dev.backplane.layers.api;

import dev.backplane.layers.Build;
import dev.backplane.layers.BuildOutcome;
import dev.backplane.layers.NewBuild;
import dev.backplane.layers.PackageName;
import dev.backplane.layers.PackageVersion;
import dev.backplane.layers.store.BuildStore;
import dev.backplane.layers.store.Stores;
import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import java.util.Optional;
import java.util.function.Supplier;

/** Registers a build of a package, unless it repeats the latest. */
public final class RegisterBuildHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("RegisterBuild", Scopes.WRITE, "POST /builds/{package}");

    private final BuildStore builds;

    public RegisterBuildHandler() {
        this(Platform.lambda());
    }

    public RegisterBuildHandler(Platform platform) {
        super(platform, OPERATION);
        this.builds = new Stores(platform).builds();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<PackageName> name = input.path("package", Fields.PACKAGE);
        Supplier<PackageVersion> packageVersion = input.body("packageVersion", Fields.PACKAGE_VERSION);
        RequirementsInput requirements = RequirementsInput.required(input);
        Supplier<Optional<Boolean>> force = input.optionalBody("force", InputType.bool());
        input.require(() -> !name.get().value().equals("latest"), "package", "must not be latest, which is reserved");
        input.verify();

        NewBuild build = new NewBuild(
                name.get(),
                packageVersion.get(),
                requirements.get().orElseThrow(),
                force.get().orElse(false));
        return switch (builds.insertBuild(build, request.actor())) {
            case BuildOutcome.Registered(Build registered) ->
                HttpResponse.created(
                        "/builds/" + registered.name() + "/" + registered.version(), BuildView.of(registered));
            case BuildOutcome.Unchanged(Build latest) -> HttpResponse.ok(BuildView.of(latest));
        };
    }
}
