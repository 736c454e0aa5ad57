package dev.backplane.userdata.api;

import io.avaje.jsonb.Json;

/** A counter as callers see it, without its value, which may have more digits than a {@code long}. */
@Json
record CounterView(String key) {}
