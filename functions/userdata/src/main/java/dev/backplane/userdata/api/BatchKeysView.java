package dev.backplane.userdata.api;

import io.avaje.jsonb.Json;

/** The keys of a batch whose values are not in the response, as callers see them. */
@Json
record BatchKeysView(KeysView missing, KeysView unprocessed) {}
