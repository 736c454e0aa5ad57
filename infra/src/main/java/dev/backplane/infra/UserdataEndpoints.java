package dev.backplane.infra;

import dev.backplane.infra.constructs.Endpoint;
import java.util.List;
import java.util.stream.Stream;

/** What the user data service serves over HTTP. */
final class UserdataEndpoints {

    static final List<Endpoint<UserdataTables>> ALL = Stream.of(UserdataAppEndpoints.ALL, UserdataValueEndpoints.ALL)
            .flatMap(List::stream)
            .toList();

    private UserdataEndpoints() {}
}
