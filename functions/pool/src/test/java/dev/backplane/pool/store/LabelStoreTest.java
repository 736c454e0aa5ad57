package dev.backplane.pool.store;

import static dev.backplane.pool.store.StoreFixture.account;
import static dev.backplane.pool.store.StoreFixture.labeled;
import static dev.backplane.pool.store.StoreFixture.leased;
import static dev.backplane.pool.store.StoreFixture.user;
import static dev.backplane.testing.Threads.untilServed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.pool.Account;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.Claim;
import dev.backplane.pool.ClaimOutcome;
import dev.backplane.pool.Finding;
import dev.backplane.pool.Label;
import dev.backplane.pool.LabelOutcome;
import dev.backplane.pool.Lease;
import dev.backplane.pool.Lease.Terms;
import dev.backplane.pool.PoolSettings;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Threads;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

@ParameterizedClass
@ValueSource(ints = {1, 4})
class LabelStoreTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    @Parameter
    private int shards;

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO, Map.of(PoolSettings.POOL_LIST_SHARDS, Integer.toString(shards)));
    }

    @AfterEach
    void invariantsHold() {
        stores.checkInvariants();
        assertThat(stores.verify(false).findings()).isEmpty();
    }

    @Test
    void labels_areSetAndReplaced_inEveryState() {
        stores.fill(1, AccountState.CLEANING);

        Account labeled = stores.label(1, "gpu", "eu");
        assertThat(labeled.marks().labels()).containsExactly("eu", "gpu");
        assertThat(stores.accounts.getAccount(account(1))).contains(labeled);
        stores.checkInvariants();

        assertThat(stores.label(1, "gpu", "large").marks().labels()).containsExactly("gpu", "large");
        assertThat(stores.item(PoolKey.LABELS).orElseThrow().texts("data")).containsExactlyInAnyOrder("gpu", "large");
        stores.checkInvariants();

        assertThat(stores.label(1).marks().labels()).isEmpty();
        assertThat(stores.item(PoolKey.LABELS).orElseThrow().texts("data")).isEmpty();
    }

    @Test
    void labels_thatAreSetAgain_changeNothing() {
        stores.fill(1);
        stores.label(1, "gpu");
        var before = stores.contents();

        stores.label(1, "gpu");

        assertThat(stores.contents()).isEqualTo(before);
    }

    @Test
    void labels_ofAnUnknownAccount_areNotSet() {
        assertThat(stores.labels.putLabels(account(9), new TreeSet<>(Set.of("gpu")), StoreFixture.BY))
                .isInstanceOf(LabelOutcome.NotFound.class);
        assertThat(stores.rows()).isEmpty();
    }

    @Test
    void labels_outliveLeasesAndHolds_andGoWithTheAccount() {
        stores.fill(2);
        stores.label(1, "gpu");
        stores.label(2, "gpu");
        Lease lease = leased(stores.claims.createLease(labeled("a", "gpu")));
        stores.holds.quarantineAccount(lease.account(), StoreFixture.CAUSE);
        assertThat(stores.accounts
                        .getAccount(lease.account())
                        .orElseThrow()
                        .marks()
                        .labels())
                .containsExactly("gpu");
        stores.holds.releaseAccount(lease.account(), StoreFixture.CAUSE);

        stores.accounts.removeAccount(account(1), StoreFixture.CAUSE);
        stores.checkInvariants();
        stores.accounts.removeAccount(account(2), StoreFixture.CAUSE);

        assertThat(stores.item(PoolKey.LABELS).orElseThrow().texts("data")).isEmpty();
    }

    @Test
    void labels_beyondTheLimitOfThePool_areRefused_butKnownOnesAreNot() {
        stores.fill(2);
        stores.put(
                PoolKey.LABELS,
                Map.of(
                        "data",
                        AttributeValue.fromSs(IntStream.range(0, Label.MAX_IN_POOL)
                                .mapToObj(i -> "l" + i)
                                .toList())));
        var before = stores.contents();

        assertThat(stores.labels.putLabels(account(1), new TreeSet<>(Set.of("new")), StoreFixture.BY))
                .isEqualTo(new LabelOutcome.TooMany(Label.MAX_IN_POOL));
        assertThat(stores.contents()).isEqualTo(before);
        assertThat(stores.label(1, "l7").marks().labels()).containsExactly("l7");

        stores.put(PoolKey.LABELS, Map.of("data", AttributeValue.fromSs(List.of("l7"))));
    }

    @Test
    void claim_withLabels_getsAnAccountThatHasThemAll() {
        stores.fill(20);
        StoreFixture.upTo(20).filter(i -> i != 7).forEach(i -> stores.label(i, i % 2 == 0 ? "gpu" : "eu"));
        stores.label(7, "gpu", "eu", "large");

        assertThat(leased(stores.claims.createLease(labeled("a", "gpu", "eu"))).account())
                .isEqualTo(account(7));
        assertThat(stores.claims.createLease(labeled("b", "gpu", "eu"))).isInstanceOf(ClaimOutcome.NoAccount.class);
        assertThat(stores.claims.createLease(labeled("b", "none"))).isInstanceOf(ClaimOutcome.NoAccount.class);
        Lease gpu = leased(stores.claims.createLease(labeled("b", "gpu")));
        assertThat(stores.accounts
                        .getAccount(gpu.account())
                        .orElseThrow()
                        .marks()
                        .labels())
                .contains("gpu");
        assertThat(stores.leases
                        .getLease(gpu.id())
                        .orElseThrow()
                        .lease()
                        .terms()
                        .labels())
                .containsExactly("gpu");
    }

    @Test
    void claim_ofAnAccountByIdWithLabels_requiresThem() {
        stores.fill(2);
        stores.label(1, "gpu");
        Terms eu = new Terms(Optional.empty(), Optional.of(account(1)), Optional.empty(), new TreeSet<>(Set.of("eu")));

        assertThat(stores.claims.createLease(new Claim(user("a"), eu, Optional.empty(), StoreFixture.BY)))
                .isEqualTo(new ClaimOutcome.AccountTaken(account(1)));
    }

    @Test
    void claim_whoseListOfALabelIsStale_neverGetsAnAccountWithoutIt() {
        stores.fill(2);
        stores.label(1, "gpu");
        stores.drift(PoolKey.ofLabel("gpu"), account(2).value(), true);

        assertThat(leased(stores.claims.createLease(labeled("a", "gpu"))).account())
                .isEqualTo(account(1));
        assertThat(stores.claims.createLease(labeled("b", "gpu"))).isInstanceOf(ClaimOutcome.NoAccount.class);

        stores.drift(PoolKey.ofLabel("gpu"), account(2).value(), false);
    }

    @Test
    void claim_withLabelsUnderAKey_isRepeated_andWithOtherLabelsIsAnotherRequest() {
        stores.fill(2);
        stores.label(1, "gpu");
        Claim claim = keyed("gpu");
        Lease lease = leased(stores.claims.createLease(claim));

        assertThat(stores.claims.createLease(claim)).isEqualTo(new ClaimOutcome.Repeated(lease));
        assertThat(stores.claims.createLease(keyed("eu"))).isEqualTo(new ClaimOutcome.OtherTerms(lease.id()));
        assertThat(stores.claims.createLease(StoreFixture.claim("a", "key")))
                .isEqualTo(new ClaimOutcome.OtherTerms(lease.id()));
    }

    private static Claim keyed(String label) {
        Claim claim = labeled("a", label);
        return new Claim(claim.user(), claim.terms(), StoreFixture.key("a", "key"), StoreFixture.BY);
    }

    @Test
    void claimsWithLabels_whenManyRace_leaseEachAccountOnce() {
        stores.fill(30);
        StoreFixture.upTo(10).forEach(i -> stores.label(i, "gpu"));

        List<ClaimOutcome> outcomes = Threads.race(
                        32, thread -> untilServed(() -> stores.claims.createLease(labeled("u" + thread, "gpu"))))
                .allResults();

        assertThat(outcomes).filteredOn(ClaimOutcome.Leased.class::isInstance).hasSize(10);
        assertThat(outcomes)
                .filteredOn(ClaimOutcome.NoAccount.class::isInstance)
                .hasSize(22);
        assertThat(stores.ids(AccountState.LEASED)).hasSize(10);
    }

    @Test
    void labels_whenManyChangeThem_agreeWithTheLists() {
        stores.fill(4);
        List<Set<String>> choices =
                List.of(Set.of(), Set.of("a"), Set.of("b"), Set.of("a", "b"), Set.of("a", "c"), Set.of("c"));

        Threads.race(
                        32,
                        thread -> untilServed(() -> {
                            TreeSet<String> labels = new TreeSet<>(choices.get(thread % choices.size()));
                            return stores.labels.putLabels(account(1 + thread % 4), labels, StoreFixture.BY);
                        }))
                .allResults();
    }

    @Test
    void labels_thatAppearAndDisappear_doNotConflictWithThoseOfOtherAccounts() {
        stores.fill(3);
        StoreFixture other = new StoreFixture(DYNAMO);
        AtomicInteger changes = new AtomicInteger();
        stores.faults.beforeEachCall(() -> other.label(3, "other" + changes.incrementAndGet()));

        stores.label(1, "a", "b");
        stores.label(1);
        stores.label(2, "c");
        stores.accounts.removeAccount(account(2), StoreFixture.CAUSE);

        assertThat(Collections.frequency(stores.faults.operations(), "TransactWriteItems"))
                .isEqualTo(4);
        stores.faults.beforeEachCall(() -> {});
    }

    @Test
    void nextAvailable_isTheEarliestEndAmongAccountsWithTheLabels_thatAreNotHeld() {
        stores.fill(3);
        List<Lease> leases = IntStream.rangeClosed(1, 3)
                .mapToObj(i -> leased(stores.claims.createLease(StoreFixture.claim("u" + i, 10 * i))))
                .toList();
        stores.labels.putLabels(leases.get(1).account(), new TreeSet<>(Set.of("gpu")), StoreFixture.BY);
        stores.labels.putLabels(leases.get(2).account(), new TreeSet<>(Set.of("gpu")), StoreFixture.BY);
        stores.sweeper.sweep(StoreFixture.BY);

        assertThat(next()).contains(Duration.ofMinutes(15));
        assertThat(next("gpu")).contains(Duration.ofMinutes(25));
        assertThat(next("gpu", "eu")).isEmpty();
        stores.holds.holdAccount(leases.get(1).account(), StoreFixture.CAUSE);
        assertThat(next("gpu")).contains(Duration.ofMinutes(35));
        stores.holds.releaseAccount(leases.get(1).account(), StoreFixture.CAUSE);

        stores.clock.advance(Duration.ofMinutes(16));
        assertThat(next()).as("the first lease and its cleanup should be over").contains(Duration.ofMinutes(9));
    }

    private Optional<Duration> next(String... labels) {
        ClaimOutcome outcome = stores.claims.createLease(labeled("late", labels));
        assertThat(outcome).isInstanceOf(ClaimOutcome.NoAccount.class);
        return ((ClaimOutcome.NoAccount) outcome).next().map(at -> Duration.between(stores.clock.instant(), at));
    }

    @Test
    void verify_ofLabels_findsWhatContradictsTheItems_andTheItemsWin() {
        stores.fill(4);
        StoreFixture.upTo(3).forEach(i -> stores.label(i, "gpu"));
        stores.drift(PoolKey.ofLabel("gpu"), account(1).value(), false);
        stores.drift(PoolKey.ofLabel("gpu"), account(4).value(), true);
        stores.drift(PoolKey.ofLabel("lost"), account(4).value(), true);
        stores.drift(PoolKey.ofLabel("gpu"), "000000000099", true);

        List<Finding> findings = stores.verify(false).findings();
        assertThat(findings.stream().map(Finding::kind).collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(Finding.Kind.ACCOUNT_LABELS, Finding.Kind.ACCOUNT_WITHOUT_ITEM);
        assertThat(findings.stream().map(Finding::id))
                .contains(account(1).value(), account(4).value(), "lost", "000000000099");

        repair();
    }

    /** The first repair learns of a list that was lost, the second corrects it, and the third forgets its label. */
    private void repair() {
        stores.verify(true);
        stores.verify(true);
        stores.verify(true);
    }

    @Test
    void verify_ofALostListOfLabels_restoresIt() {
        stores.fill(2);
        stores.label(1, "gpu");
        stores.label(2, "gpu", "eu");
        stores.delete(PoolKey.LABELS);
        stores.put(PoolKey.ofLabel("eu"), Map.of("data", AttributeValue.fromS("damaged")));

        assertThat(stores.verify(false).findings()).isNotEmpty();
        repair();
    }
}
