package dev.backplane.pool.api;

import dev.backplane.platform.Times;
import dev.backplane.pool.Revocation;
import io.avaje.jsonb.Json;

/** The revocation of the sessions of an account. */
@Json
record RevocationView(String status, String since) {

    static RevocationView of(Revocation revocation) {
        return new RevocationView(revocation.status().value(), Times.format(revocation.since()));
    }
}
