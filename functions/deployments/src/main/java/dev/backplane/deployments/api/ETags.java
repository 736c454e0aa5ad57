package dev.backplane.deployments.api;

import dev.backplane.deployments.Alias;

/** The version of an alias as callers compare it. */
final class ETags {

    private ETags() {}

    /** The id is part of it: one host name may come to be served by another alias of the same revision. */
    static String of(Alias alias) {
        return alias.deployment() + "-" + alias.revision() + "-"
                + Integer.toHexString(alias.id().toString().hashCode());
    }
}
