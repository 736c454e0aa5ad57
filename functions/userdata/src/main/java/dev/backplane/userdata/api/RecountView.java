package dev.backplane.userdata.api;

import dev.backplane.userdata.Realm;
import dev.backplane.userdata.Recount;
import dev.backplane.userdata.Usage.Count;
import io.avaje.jsonb.Json;

/** The result of a recount, as callers see it. */
@Json
record RecountView(
        long stored, long actual, long drift, boolean repaired, Compared json, Compared blob, Compared reserved) {

    /** The counters of one realm. */
    record Compared(Count stored, Count actual) {

        static Compared of(Recount recount, Realm realm) {
            return new Compared(recount.stored().of(realm), recount.actual().of(realm));
        }
    }

    static RecountView of(Recount recount) {
        return new RecountView(
                recount.stored().bytes(),
                recount.actual().bytes(),
                recount.drift(),
                recount.repaired(),
                Compared.of(recount, Realm.JSON),
                Compared.of(recount, Realm.BLOB),
                new Compared(recount.stored().reserved(), recount.actual().reserved()));
    }
}
