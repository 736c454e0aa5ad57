package dev.backplane.pool.api;

import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.HttpResponse.Success;
import dev.backplane.pool.User;
import io.avaje.jsonb.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A user as callers see it; the lease is added as JSON, because it is null if there is none. */
@Json
record UserView(String userId) {

    static Success ok(User user) {
        String lease = user.lease()
                .map(held -> dev.backplane.platform.json.Json.write(LeaseView.of(held)))
                .orElse("null");
        return HttpResponse.ok(new UserView(user.id().value()), Map.of("lease", lease));
    }

    static Success created(User user) {
        Success ok = ok(user);
        String encoded =
                URLEncoder.encode(user.id().value(), StandardCharsets.UTF_8).replace("+", "%20");
        return new Success(201, ok.headers(), ok.body()).with("location", "/pool/users/" + encoded);
    }
}
