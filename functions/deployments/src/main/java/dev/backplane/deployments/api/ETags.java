package dev.backplane.deployments.api;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasVersion;

/** The version of an alias as callers compare it. */
final class ETags {

    private ETags() {}

    static String of(Alias alias) {
        AliasVersion version = alias.version();
        // The id is part of it too: a host may come to be served by another alias that is otherwise alike.
        return alias.deployment() + "-" + alias.revision() + "-" + Integer.toHexString(version.hashCode());
    }
}
