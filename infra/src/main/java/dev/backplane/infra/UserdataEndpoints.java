package dev.backplane.infra;

import dev.backplane.infra.constructs.Endpoint;
import java.util.List;
import java.util.stream.Stream;

/** The HTTP operations of the user data service. */
final class UserdataEndpoints {

    static final List<Endpoint<UserdataTables>> ALL = Stream.of(
                    UserdataAppEndpoints.ALL, UserdataValueEndpoints.ALL, UserdataBatchEndpoints.ALL)
            .flatMap(List::stream)
            .toList();

    private UserdataEndpoints() {}
}
