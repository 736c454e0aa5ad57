package dev.backplane.pool.store;

import static dev.backplane.pool.store.StoreFixture.BY;
import static dev.backplane.pool.store.StoreFixture.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.backplane.platform.Actor;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.MembersOutcome;
import dev.backplane.pool.Revocation;
import dev.backplane.pool.UserId;
import dev.backplane.testing.DynamoLocal;
import java.time.Duration;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class MemberStoreTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private StoreFixture stores;
    private Lease lease;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        stores.fill(2);
        lease = stores.lease("owner");
    }

    private static NavigableSet<UserId> people(String... names) {
        return Stream.of(names).map(StoreFixture::user).collect(Collectors.toCollection(TreeSet::new));
    }

    private MembersOutcome set(String... names) {
        return stores.members.setMembers(lease.id(), people(names), Optional.empty(), BY);
    }

    private Lease stored() {
        return stores.leases.getLease(lease.id()).orElseThrow().lease();
    }

    private Optional<Revocation> revocation() {
        return stores.accounts.getAccount(lease.account()).orElseThrow().marks().revocation();
    }

    /** Marks the lease as one for which credentials were issued. */
    private void issue() {
        Map<String, AttributeValue> row =
                new TreeMap<>(stores.item(PoolKey.of(lease.id())).orElseThrow().attributes());
        row.put("issued", AttributeValue.fromS("2026-01-05T00:00:00.000Z"));
        stores.put(PoolKey.of(lease.id()), row);
    }

    @Test
    void set_replacesTheMembers_andRecordsTheActor() {
        set("ann", "bob");

        assertThat(set("bob", "eve")).isEqualTo(new MembersOutcome.Changed(stored()));
        assertThat(stored().usage().members()).isEqualTo(people("bob", "eve"));
        assertThat(stored().actors().members()).contains(BY);
        set();
        assertThat(stored().usage().members()).isEmpty();
        stores.checkInvariants();
    }

    @Test
    void set_toTheSameMembers_writesNothing() {
        set("ann");
        var before = stores.contents();

        assertThat(stores.members.setMembers(lease.id(), people("ann"), Optional.empty(), Actor.client("other")))
                .isEqualTo(new MembersOutcome.Changed(stored()));
        assertThat(stores.contents()).isEqualTo(before);
    }

    @Test
    void set_thatIsNotAllowed_writesNothing() {
        var before = stores.contents();

        assertThat(set("ann", "owner")).isEqualTo(new MembersOutcome.NamesOwner());
        assertThat(stores.members.setMembers(lease.id(), people("ann"), Optional.of(user("ann")), BY))
                .isEqualTo(new MembersOutcome.OtherUser());
        assertThat(stores.members.setMembers(new LeaseId("none"), people("ann"), Optional.empty(), BY))
                .isEqualTo(new MembersOutcome.NotFound());
        assertThat(stores.contents()).isEqualTo(before);
    }

    @Test
    void set_byTheOwner_isAllowed_whileTheLeaseIsActive() {
        assertThat(stores.members.setMembers(lease.id(), people("ann"), Optional.of(user("owner")), BY))
                .isInstanceOf(MembersOutcome.Changed.class);
        stores.clock.advance(Duration.ofHours(8));
        assertThat(set("bob")).isInstanceOf(MembersOutcome.NotActive.class);
        stores.sweeper.sweep(BY);
        assertThat(set("bob")).isInstanceOf(MembersOutcome.NotActive.class);
        assertThat(stored().usage().members()).as("of the ended lease").isEqualTo(people("ann"));
        assertThat(stored().actors().members()).contains(BY);
    }

    @Test
    void set_withoutAMemberOfALeaseThatIssuedCredentials_requiresRevocation() {
        set("ann", "bob");
        issue();
        stores.clock.advance(Duration.ofMinutes(1));

        set("ann", "bob", "eve");
        assertThat(revocation()).as("no user lost access").isEmpty();
        set("ann", "eve");

        assertThat(revocation()).contains(new Revocation(Revocation.Status.PENDING, stores.clock.instant()));
        assertThat(stored().usage().issued()).isPresent();
    }

    @Test
    void set_withoutAMemberOfALeaseThatIssuedNone_requiresNone() {
        set("ann", "bob");
        set("ann");

        assertThat(revocation()).isEmpty();
    }

    @Test
    void set_whenTheAccountContradictsTheLease_isAFaultAndChangesNothing() {
        set("ann");
        issue();
        Item row = stores.item(PoolKey.of(lease.account())).orElseThrow();
        Map<String, AttributeValue> other = new TreeMap<>(row.attributes());
        other.put("leaseId", AttributeValue.fromS("another"));
        stores.put(PoolKey.of(lease.account()), other);
        var before = stores.contents();

        assertThatIllegalStateException().isThrownBy(this::set);
        assertThat(stores.contents()).isEqualTo(before);
    }

    @Test
    void user_mayBeAMemberOfMany_andOwnOne() {
        set("ann");
        Lease own = stores.lease("ann");
        assertThat(stores.members.setMembers(own.id(), people("owner"), Optional.empty(), BY))
                .isInstanceOf(MembersOutcome.Changed.class);
        stores.leases.endLease(lease.id(), EndReason.RELEASED, Optional.empty(), StoreFixture.CAUSE);

        stores.checkInvariants();
        Lease kept = stores.leases.getLease(own.id()).orElseThrow().lease();
        assertThat(kept.user()).isEqualTo(user("ann"));
        assertThat(kept.usage().members()).isEqualTo(people("owner"));
    }
}
