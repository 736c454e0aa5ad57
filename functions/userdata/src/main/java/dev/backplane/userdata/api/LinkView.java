package dev.backplane.userdata.api;

import io.avaje.jsonb.Json;

/** A link to a large blob, as callers see it. */
@Json
record LinkView(String url, String expiresAt) {}
