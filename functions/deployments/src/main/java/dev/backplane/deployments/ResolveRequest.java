package dev.backplane.deployments;

import java.util.Optional;

/**
 * A request to resolve a path of a host.
 *
 * @param key a sticky key, which decides which side of a split serves the request
 * @param pinned the deployment that delivered the caller's page, which should also serve its later requests
 * @param fresh whether to ignore the cache and read consistently; the deployment's row decides then
 */
public record ResolveRequest(
        Hostname host, String path, Optional<String> key, Optional<DeploymentId> pinned, boolean fresh) {

    /** Returns a request without options. */
    public static ResolveRequest of(Hostname host, String path) {
        return new ResolveRequest(host, path, Optional.empty(), Optional.empty(), false);
    }

    public ResolveRequest fromTable() {
        return new ResolveRequest(host, path, key, pinned, true);
    }

    public ResolveRequest withKey(String sticky) {
        return new ResolveRequest(host, path, Optional.of(sticky), pinned, fresh);
    }

    public ResolveRequest pinnedTo(DeploymentId deployment) {
        return new ResolveRequest(host, path, key, Optional.of(deployment), fresh);
    }
}
