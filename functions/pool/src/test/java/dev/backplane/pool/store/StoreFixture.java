package dev.backplane.pool.store;

import static dev.backplane.testing.Threads.untilServed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.platform.IdempotencyKey;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.pool.Account;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.AttemptId;
import dev.backplane.pool.Claim;
import dev.backplane.pool.ClaimOutcome;
import dev.backplane.pool.Cleanup;
import dev.backplane.pool.Finding;
import dev.backplane.pool.HoldOutcome;
import dev.backplane.pool.LabelOutcome;
import dev.backplane.pool.LeadTimes;
import dev.backplane.pool.Lease;
import dev.backplane.pool.Lease.Terms;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.StateOutcome;
import dev.backplane.pool.UserId;
import dev.backplane.pool.Verification;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.FaultInjection;
import dev.backplane.testing.PatientDynamo;
import dev.backplane.testing.TestClock;
import dev.backplane.testing.TestPlatform;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The stores on the table of one test, and short ways to bring it into a state. */
public final class StoreFixture {

    /** Who makes the changes of a test. */
    public static final Actor BY = Actor.client("tester");

    /** The cause of the changes of a test. */
    public static final Cause CAUSE = Cause.of(BY);

    public final TestClock clock;
    public final FaultInjection faults;
    public final AccountStore accounts;
    public final AccountDetailsStore details;
    public final HoldStore holds;
    public final CleanupStore cleanups;
    public final LabelStore labels;
    public final LeaseStore leases;
    public final ClaimStore claims;
    public final TemplateStore templates;
    public final MemberStore members;
    public final SpendStore spend;
    public final AccessStore access;
    public final RevocationStore revocations;
    public final UserStore users;
    public final PoolStore pool;
    public final Sweeper sweeper;
    public final PoolVerifier verifier;
    public final AccountHistory history;
    private final DynamoLocal local;
    private final TestPlatform platform;
    private final Stores all;
    private final Shards shards;

    public StoreFixture(DynamoLocal local) {
        this(local, Map.of());
    }

    public StoreFixture(DynamoLocal local, Map<String, String> settings) {
        this.local = local;
        this.faults = new FaultInjection(local.aws());
        TestPlatform with =
                new TestPlatform(Map.of(PoolSettings.POOL_TABLE, local.table(PoolStore.TABLE)), faults.aws());
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            with = with.with(setting.getKey(), setting.getValue());
        }
        this.platform = with;
        this.clock = platform.clock();
        Stores stores =
                new Stores(platform.platform(), PatientDynamo.over(faults.aws().client(DynamoDbClient.builder())));
        this.all = stores;
        this.shards =
                new Shards(PoolSettings.from(platform.platform().settings()).listShards());
        this.accounts = stores.accounts();
        this.details = stores.accountDetails();
        this.holds = stores.holds();
        this.cleanups = stores.cleanups();
        this.labels = stores.labels();
        this.leases = stores.leases();
        this.claims = stores.claims();
        this.templates = stores.templates();
        this.members = stores.members();
        this.spend = stores.spend();
        this.access = stores.access();
        this.revocations = stores.revocations();
        this.users = stores.users();
        this.pool = stores.pool();
        this.sweeper = stores.sweeper();
        this.verifier = stores.verifier();
        this.history = stores.accountHistory();
    }

    /** Returns stores on the same table with another number of shards. */
    public StoreFixture withShards(int count) {
        return new StoreFixture(local, Map.of(PoolSettings.POOL_LIST_SHARDS, Integer.toString(count)));
    }

    /** Returns a lease as it is after an extension now. */
    Lease extended(Lease lease, int minutes) {
        LeadTimes leads = PoolSettings.from(platform.platform().settings()).leadTimes();
        return lease.extended(Duration.ofMinutes(minutes), BY, leads, clock.instant());
    }

    public TestPlatform platform() {
        return platform;
    }

    /** Returns how many calls were made so far. */
    public int calls() {
        return faults.operations().size();
    }

    private String table() {
        return local.table(PoolStore.TABLE);
    }

    public static AccountId account(int number) {
        return new AccountId(String.format("%012d", number));
    }

    public static UserId user(String name) {
        return UserId.parse(name);
    }

    /** Makes accounts 1 to n available, as adding and marking them one by one would. */
    public void fill(int count) {
        fill(count, AccountState.AVAILABLE);
    }

    /** Makes accounts 1 to n of a state. */
    public void fill(int count, AccountState state) {
        putAll(SampleRows.accounts(count, state, clock.instant(), shards));
    }

    /** Leases accounts 1 to n to the users u1 to un, as claims one by one would. */
    public List<Lease> fillLeased(int count, IntUnaryOperator minutes) {
        List<Lease> leases = SampleRows.leases(count, minutes, clock.instant(), shards);
        putAll(SampleRows.of(leases));
        checkInvariants();
        return leases;
    }

    /** Makes accounts 1 to n, of which the first half is leased and the others are available. */
    public void fillHalfLeased(int count) {
        putAll(SampleRows.halfLeased(count, clock.instant(), shards));
    }

    private void putAll(List<Item> rows) {
        write(rows.stream()
                .map(row -> WriteRequest.builder()
                        .putRequest(put -> put.item(row.attributes()))
                        .build())
                .toList());
    }

    private void write(List<WriteRequest> writes) {
        for (int from = 0; from < writes.size(); from += 25) {
            List<WriteRequest> batch = writes.subList(from, Math.min(from + 25, writes.size()));
            local.client().batchWriteItem(request -> request.requestItems(Map.of(table(), batch)));
        }
    }

    public static Claim claim(String user) {
        return new Claim(user(user), Terms.of(Optional.empty(), Optional.empty()), Optional.empty(), BY);
    }

    public static Claim claim(String user, String key) {
        return new Claim(user(user), Terms.of(Optional.empty(), Optional.empty()), key(user, key), BY);
    }

    /** The id of the lease that a user's request with an idempotency key creates. */
    public static Optional<LeaseId> key(String user, String value) {
        return Optional.of(LeaseId.of(new IdempotencyKey(value), user));
    }

    public static Claim claim(String user, int minutes) {
        return new Claim(user(user), Terms.of(Optional.of(minutes), Optional.empty()), Optional.empty(), BY);
    }

    public Lease lease(String user) {
        return leased(claims.createLease(claim(user)));
    }

    public Lease lease(String user, int minutes) {
        return leased(claims.createLease(claim(user, minutes)));
    }

    /** Leases an account to a user with a template. */
    public Lease lease(String user, String template) {
        return leased(claims.createLease(claimOf(user, template)));
    }

    public static Claim claimOf(String user, String template) {
        Terms terms = new Terms(Optional.empty(), Optional.empty(), Optional.of(template), new TreeSet<>());
        return new Claim(user(user), terms, Optional.empty(), BY);
    }

    public static Lease leased(ClaimOutcome outcome) {
        assertThat(outcome).isInstanceOf(ClaimOutcome.Leased.class);
        return ((ClaimOutcome.Leased) outcome).lease();
    }

    public static Account inState(StateOutcome outcome) {
        assertThat(outcome).isInstanceOf(StateOutcome.InState.class);
        return ((StateOutcome.InState) outcome).account();
    }

    public static Account marked(HoldOutcome outcome) {
        assertThat(outcome).isInstanceOf(HoldOutcome.Marked.class);
        return ((HoldOutcome.Marked) outcome).account();
    }

    public Account label(int number, String... labels) {
        LabelOutcome outcome = this.labels.putLabels(account(number), new TreeSet<>(List.of(labels)), BY);
        assertThat(outcome).isInstanceOf(LabelOutcome.Labeled.class);
        return ((LabelOutcome.Labeled) outcome).account();
    }

    /** Returns a claim of an account with labels. */
    public static Claim labeled(String user, String... labels) {
        Terms terms = new Terms(Optional.empty(), Optional.empty(), Optional.empty(), new TreeSet<>(List.of(labels)));
        return new Claim(user(user), terms, Optional.empty(), BY);
    }

    public Account hold(int number) {
        return marked(holds.holdAccount(account(number), CAUSE));
    }

    public AttemptId startCleanup(int number) {
        return inState(cleanups.startCleanup(account(number), BY))
                .cleanup()
                .attempt()
                .orElseThrow();
    }

    /** Makes an attempt to clean an account. */
    public void cleanUp(int number, boolean succeeds) {
        Cleanup.Result result = new Cleanup.Result(startCleanup(number), succeeds);
        inState(cleanups.finishCleanup(account(number), result, Optional.empty(), BY));
    }

    /** Returns a sweeper whose time is over when it begins. */
    public Sweeper sweeperWithoutTime() {
        return all.sweeper(Duration.ZERO);
    }

    /** Verifies all of the pool, part after part. */
    public Verification verify(boolean repair) {
        return verify(verifier, repair);
    }

    /** Verifies all of the pool in parts that have no more time than for one step each. */
    public Verification verifyStepByStep(boolean repair) {
        return verify(all.verifier(Duration.ZERO), repair);
    }

    /** Verifies the first part only, which has no more time than for one step. */
    public Verification verifyOneStep() {
        return all.verifier(Duration.ZERO).verify(Optional.empty(), Optional.empty());
    }

    private static Verification verify(PoolVerifier by, boolean repair) {
        List<Finding> findings = new ArrayList<>();
        int repaired = 0;
        int checked = 0;
        Optional<String> next = Optional.empty();
        do {
            Optional<PoolVerifier.Position> from = next.map(PoolVerifier.Position::parse);
            Verification part = untilServed(() -> by.verify(repair ? Optional.of(BY) : Optional.empty(), from));
            findings.addAll(part.findings());
            repaired += part.repaired();
            checked += part.checked();
            next = part.next();
        } while (next.isPresent());
        return new Verification(findings, repaired, checked, next);
    }

    public Set<String> ids(PoolKey list) {
        Set<String> ids = new TreeSet<>();
        rows().forEach(row -> PoolKey.find(row.text("pk"))
                .filter(key -> shards.of(list).contains(key))
                .ifPresent(key -> ids.addAll(PoolReader.idsIn(key, Optional.of(row)))));
        return ids;
    }

    public Set<String> ids(AccountState state) {
        return ids(PoolKey.of(state));
    }

    public Optional<Item> item(PoolKey key) {
        return rows().stream()
                .filter(row -> row.text("pk").equals(key.toString()))
                .findFirst();
    }

    public void put(PoolKey key, Map<String, AttributeValue> attributes) {
        Map<String, AttributeValue> item = new TreeMap<>(attributes);
        item.put("pk", AttributeValue.fromS(key.toString()));
        local.client().putItem(put -> put.tableName(table()).item(item));
    }

    public void delete(PoolKey key) {
        local.client().deleteItem(delete -> delete.tableName(table()).key(key.attributes()));
    }

    /** Deletes every list. */
    public void loseLists() {
        shards.all().forEach(this::delete);
    }

    /** Empties the table. */
    public void clear() {
        write(rows().stream()
                .map(row -> Map.of("pk", AttributeValue.fromS(row.text("pk"))))
                .map(key -> WriteRequest.builder()
                        .deleteRequest(delete -> delete.key(key))
                        .build())
                .toList());
    }

    /** Adds an id to a list, or takes it away, behind the service's back. */
    public void drift(PoolKey list, String id, boolean add) {
        local.client()
                .updateItem(update -> update.tableName(table())
                        .key(list.attributes())
                        .updateExpression((add ? "ADD" : "DELETE") + " #data :id")
                        .expressionAttributeNames(Map.of("#data", "data"))
                        .expressionAttributeValues(
                                Map.of(":id", AttributeValue.builder().ss(id).build())));
    }

    /** Returns every row of the table. */
    public List<Item> rows() {
        return local.client().scanPaginator(scan -> scan.tableName(table()).consistentRead(true)).items().stream()
                .map(Item::new)
                .toList();
    }

    /** Returns all rows in an order, so that a test can say that nothing changed. */
    public Map<String, Map<String, AttributeValue>> contents() {
        Map<String, Map<String, AttributeValue>> contents = new TreeMap<>();
        rows().forEach(row -> contents.put(row.text("pk"), row.attributes()));
        return contents;
    }

    /** Checks what must hold of the pool whatever happened before. */
    public void checkInvariants() {
        PoolInvariants.check(rows());
    }

    public static IntStream upTo(int count) {
        return IntStream.rangeClosed(1, count);
    }
}
