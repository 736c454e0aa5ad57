package dev.backplane.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.Actor;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AccessPoliciesTest {

    private static final List<Actor> CALLERS = List.of(
            Actor.user("ann@x.io"),
            Actor.client("ann@x.io"),
            Actor.user("ann x.io"),
            Actor.user("ann/x.io"),
            Actor.user("ann-x.io"),
            Actor.user("änn@x.io"),
            Actor.user("a".repeat(256)),
            Actor.user("a".repeat(255) + "b"),
            Actor.user("😀".repeat(40)),
            Actor.user("a"));

    @Test
    void sessionName_isValid_andDifferentForEachCaller() {
        Set<String> names = new HashSet<>();
        for (Actor caller : CALLERS) {
            String name = SessionName.of(caller);
            assertThat(name).matches("[A-Za-z0-9_+=,.@-]{2,64}");
            assertThat(names.add(name)).as(caller.id()).isTrue();
            assertThat(SessionName.of(caller)).isEqualTo(name);
        }
    }

    @Test
    void policyOfALeaseWithoutEnd_isNotNeeded() {
        assertThat(AccessPolicies.until(Lease.NEVER)).isEmpty();
    }

    @Test
    void namesOfRevocations_areValid_andSortByTime() {
        String earlier = AccessPolicies.nameOfRevocation(Instant.parse("2026-01-05T09:59:59.999Z"));
        String later = AccessPolicies.nameOfRevocation(Instant.parse("2026-01-05T10:00:00Z"));

        assertThat(later).matches("[\\w+=,.@-]{1,128}").isGreaterThan(earlier);
        assertThat(AccessPolicies.isRevocation(later)).isTrue();
        assertThat(AccessPolicies.isRevocation("other")).isFalse();
    }
}
