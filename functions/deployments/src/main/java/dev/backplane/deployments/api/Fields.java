package dev.backplane.deployments.api;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.BasePath;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.Hostname;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import java.util.Optional;
import java.util.function.Supplier;

/** The types of values that several operations share. */
final class Fields {

    static final InputType<DeploymentId> DEPLOYMENT_ID = InputType.text(DeploymentId::parse);

    /** A host name, not a wildcard. */
    static final InputType<Hostname> HOSTNAME = InputType.text(text -> single(Hostname.parse(text)));

    /** A host name of a new alias, not a wildcard. */
    static final InputType<Hostname> NEW_HOSTNAME = InputType.text(text -> single(Hostname.parseNew(text)));

    private static final int MAX_LENGTH = 2048;

    private Fields() {}

    private static Hostname single(Hostname host) {
        if (host.isWildcard()) {
            throw new InvalidValueException("must not be a wildcard");
        }
        return host;
    }

    static String stack(String text) {
        if (text.isBlank() || text.length() > MAX_LENGTH) {
            throw new InvalidValueException("must be 1 to " + MAX_LENGTH + " characters");
        }
        return text;
    }

    static String absolutePath(String text) {
        if (!text.startsWith("/") || text.length() > MAX_LENGTH) {
            throw new InvalidValueException("must begin with a slash and have at most " + MAX_LENGTH + " characters");
        }
        return text;
    }

    /** Takes the alias that a path names by host and base path. */
    static Supplier<AliasId> aliasInPath(Input input) {
        Supplier<Hostname> host = input.path("hostname", InputType.text(Hostname::parse));
        Supplier<Optional<BasePath>> path = input.optionalPath("basePath", InputType.text(BasePath::parse));
        return () -> new AliasId(host.get(), path.get().orElse(BasePath.ROOT));
    }
}
