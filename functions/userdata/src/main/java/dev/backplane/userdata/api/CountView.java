package dev.backplane.userdata.api;

import dev.backplane.userdata.Usage.Count;
import io.avaje.jsonb.Json;

/** Bytes and values of one realm, as callers see them. */
@Json
record CountView(long bytes, long items) {

    static CountView of(Count count) {
        return new CountView(count.bytes(), count.items());
    }
}
