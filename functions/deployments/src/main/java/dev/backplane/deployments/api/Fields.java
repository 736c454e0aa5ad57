package dev.backplane.deployments.api;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.BasePath;
import dev.backplane.deployments.BranchName;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.Hostname;
import dev.backplane.deployments.KeyedRequest;
import dev.backplane.deployments.Origin;
import dev.backplane.deployments.ProjectName;
import dev.backplane.deployments.PromotionId;
import dev.backplane.platform.IdempotencyKey;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** The types of values that several operations share. */
final class Fields {

    static final InputType<DeploymentId> DEPLOYMENT_ID = InputType.text(DeploymentId::parse);

    static final InputType<ProjectName> PROJECT = InputType.text(ProjectName::parse);
    static final InputType<BranchName> BRANCH = InputType.text(BranchName::parse);

    /** A host name, not a wildcard. */
    static final InputType<Hostname> HOSTNAME = InputType.text(text -> single(Hostname.parse(text)));

    /** A host name of a new alias, not a wildcard. */
    static final InputType<Hostname> NEW_HOSTNAME = InputType.text(text -> single(Hostname.parseNew(text)));

    static final InputType<PromotionId> PROMOTION_ID = InputType.text(PromotionId::parse);

    /** An alias that may exist. */
    static final InputType<AliasId> ALIAS = InputType.text(AliasId::parse);

    private static final Pattern SALT = Pattern.compile("[!-~]{1,64}");

    private static final int MAX_LENGTH = 2048;
    private static final int MAX_KEY_LENGTH = 256;
    private static final int MAX_MESSAGE_LENGTH = 1000;
    private static final Pattern COMMIT = Pattern.compile("[!-~]{1,100}");

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

    /** Takes the idempotency key of a request. */
    static Supplier<Optional<KeyedRequest>> keyed(Operation operation, HttpRequest request, Input input) {
        Supplier<Optional<IdempotencyKey>> key = input.idempotencyKey();
        return () ->
                key.get().map(value -> new KeyedRequest(operation.name(), request.actor(), value, input.bodyDigest()));
    }

    /** Takes where a deployment comes from. */
    static Supplier<Origin> origin(Input input) {
        Supplier<Optional<ProjectName>> project = input.optionalBody("project", PROJECT);
        Supplier<Optional<BranchName>> branch = input.optionalBody("branch", BRANCH);
        Supplier<Optional<String>> commit = input.optionalBody("commit", InputType.text(Fields::commit));
        Supplier<Optional<String>> message = input.optionalBody("message", InputType.text(Fields::message));
        requireProject(input, project, "branch", branch);
        return () -> new Origin(project.get(), branch.get(), commit.get(), message.get());
    }

    /** Allows a value only together with a project. */
    static void requireProject(
            Input input, Supplier<Optional<ProjectName>> project, String name, Supplier<? extends Optional<?>> value) {
        input.require(() -> value.get().isEmpty() || project.get().isPresent(), name, "is only allowed with a project");
    }

    private static String commit(String text) {
        if (!COMMIT.matcher(text).matches()) {
            throw new InvalidValueException("must be 1 to 100 visible ASCII characters");
        }
        return text;
    }

    private static String message(String text) {
        if (text.isBlank() || text.codePointCount(0, text.length()) > MAX_MESSAGE_LENGTH) {
            throw new InvalidValueException("must be 1 to " + MAX_MESSAGE_LENGTH + " characters");
        }
        return text;
    }

    static String stickyKey(String text) {
        if (text.isEmpty() || text.codePointCount(0, text.length()) > MAX_KEY_LENGTH) {
            throw new InvalidValueException("must be 1 to " + MAX_KEY_LENGTH + " characters");
        }
        return text;
    }

    static String salt(String text) {
        if (!SALT.matcher(text).matches()) {
            throw new InvalidValueException("must be 1 to 64 visible ASCII characters");
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
