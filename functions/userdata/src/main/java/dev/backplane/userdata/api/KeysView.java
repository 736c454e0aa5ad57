package dev.backplane.userdata.api;

import dev.backplane.userdata.BatchRead.RealmKey;
import dev.backplane.userdata.Realm;
import io.avaje.jsonb.Json;
import java.util.List;

/** Keys by realm, as callers see them. */
@Json
record KeysView(List<String> json, List<String> blob) {

    static KeysView of(List<RealmKey> keys) {
        return new KeysView(texts(keys, Realm.JSON), texts(keys, Realm.BLOB));
    }

    private static List<String> texts(List<RealmKey> keys, Realm realm) {
        return keys.stream()
                .filter(key -> key.realm() == realm)
                .map(key -> key.key().value())
                .toList();
    }
}
