package dev.backplane.pool.store;

import static dev.backplane.pool.store.StoreFixture.BY;
import static dev.backplane.pool.store.StoreFixture.claimOf;
import static dev.backplane.pool.store.StoreFixture.user;
import static dev.backplane.testing.Threads.untilServed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.pool.Budget;
import dev.backplane.pool.Budget.AtLimit;
import dev.backplane.pool.Claim;
import dev.backplane.pool.ClaimOutcome;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.ExtendOutcome;
import dev.backplane.pool.Lease;
import dev.backplane.pool.Lease.Terms;
import dev.backplane.pool.LeaseLimits;
import dev.backplane.pool.LeaseTemplate;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Threads;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

class TemplateStoreTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private StoreFixture stores;

    /** Makes accounts available that have the labels of the template. */
    private void fill(int count) {
        stores.fill(count);
        StoreFixture.upTo(count).forEach(i -> stores.label(i, "gpu", "eu"));
    }

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    private static LeaseTemplate template(String name, int minutes) {
        return new LeaseTemplate(
                Duration.ofMinutes(minutes),
                new LeaseLimits(
                        name,
                        Duration.ofMinutes(2L * minutes),
                        1,
                        Optional.of(new Budget(new BigDecimal("12.50"), "EUR", AtLimit.ALERT))),
                new TreeSet<>(List.of("gpu", "eu")));
    }

    private static Claim keyed(String template, Optional<Integer> minutes) {
        Terms terms = new Terms(minutes, Optional.empty(), Optional.of(template), new TreeSet<>());
        return new Claim(user("a"), terms, StoreFixture.key("a", "k"), BY);
    }

    @Test
    void put_isReadAsItWasStored_andReplacesWhatWasThere() {
        assertThat(stores.templates.putTemplate(template("small", 60), BY)).isTrue();
        assertThat(stores.templates.getTemplate("small")).contains(template("small", 60));
        assertThat(stores.templates.putTemplate(template("small", 90), BY)).isTrue();

        assertThat(stores.templates.getTemplate("small")).contains(template("small", 90));
        assertThat(stores.templates.listTemplates(10, Optional.empty()).items())
                .extracting(LeaseTemplate::name)
                .containsExactly("default", "small");
    }

    @Test
    void default_isThatOfTheSettings_untilAnotherIsStored() {
        StoreFixture hours = new StoreFixture(DYNAMO, Map.of("LEASE_DEFAULT_MINUTES", "120"));

        assertThat(hours.templates.getTemplate("default").orElseThrow().duration())
                .isEqualTo(Duration.ofHours(2));
        stores.templates.putTemplate(template("default", 60), BY);
        assertThat(hours.templates.getTemplate("default")).contains(template("default", 60));
        hours.fill(1);
        hours.label(1, "gpu", "eu");
        assertThat(hours.lease("a").limits()).isEqualTo(template("default", 60).limits());
    }

    @Test
    void list_isPagedByName() {
        for (String name : List.of("c", "a", "e", "b")) {
            stores.templates.putTemplate(template(name, 60), BY);
        }

        var first = stores.templates.listTemplates(2, Optional.empty());
        var second = stores.templates.listTemplates(3, first.next());

        assertThat(first.items()).extracting(LeaseTemplate::name).containsExactly("a", "b");
        assertThat(second.items()).extracting(LeaseTemplate::name).containsExactly("c", "default", "e");
        assertThat(second.next()).isEmpty();
    }

    @Test
    void delete_isDoneOnce() {
        stores.templates.putTemplate(template("small", 60), BY);

        assertThat(stores.templates.deleteTemplate("small")).isTrue();
        assertThat(stores.templates.deleteTemplate("small")).isFalse();
        assertThat(stores.templates.getTemplate("small")).isEmpty();
        assertThat(stores.templates.listTemplates(10, Optional.empty()).items()).hasSize(1);
    }

    @Test
    void put_whenManyRaceForTheLastPlaces_storesAsManyAsFit() {
        for (int i = 0; i < LeaseTemplate.MAX_TEMPLATES - 4; i++) {
            stores.templates.putTemplate(template("t" + i, 60), BY);
        }

        List<Boolean> stored = Threads.race(
                        16, thread -> untilServed(() -> stores.templates.putTemplate(template("r" + thread, 60), BY)))
                .allResults();

        assertThat(Collections.frequency(stored, true)).isEqualTo(4);
        assertThat(stores.templates.putTemplate(template("t1", 90), BY))
                .as("replacing one needs no place")
                .isTrue();
        assertThat(stores.templates.deleteTemplate("t2")).isTrue();
        assertThat(stores.templates.putTemplate(template("more", 60), BY)).isTrue();
    }

    @Test
    void putAndDelete_whenTheyRace_leaveItemsAndListTogether() {
        Threads.race(
                        16,
                        thread -> untilServed(() -> thread % 2 == 0
                                ? stores.templates.putTemplate(template("t" + thread % 4 / 2, 60), BY)
                                : stores.templates.deleteTemplate("t" + thread % 4 / 2)))
                .allResults();

        for (String name : List.of("t0", "t1")) {
            boolean listed = stores.templates.listTemplates(10, Optional.empty()).items().stream()
                    .anyMatch(template -> template.name().equals(name));
            assertThat(stores.templates.getTemplate(name).isPresent()).as(name).isEqualTo(listed);
        }
    }

    @Test
    void claim_takesTheValuesOfItsTemplate_andKeepsThem() {
        fill(1);
        stores.templates.putTemplate(template("small", 60), BY);

        Lease lease = stores.lease("a", "small");
        stores.templates.putTemplate(template("small", 5), BY);
        stores.templates.deleteTemplate("small");

        assertThat(Duration.between(lease.created(), lease.expires())).isEqualTo(Duration.ofHours(1));
        Lease kept = stores.leases.getLease(lease.id()).orElseThrow().lease();
        assertThat(kept).isEqualTo(lease);
        assertThat(kept.limits()).isEqualTo(template("small", 60).limits());
        var ended = stores.leases.endLease(lease.id(), EndReason.RELEASED, Optional.empty(), StoreFixture.CAUSE);
        assertThat(ended).isNotNull();
        assertThat(stores.leases.getLease(lease.id()).orElseThrow().lease().limits())
                .isEqualTo(template("small", 60).limits());
    }

    @Test
    void claim_thatItsTemplateDoesNotAllow_isRefusedAndWritesNothing() {
        fill(1);
        stores.templates.putTemplate(template("small", 60), BY);
        var before = stores.contents();

        assertThat(stores.claims.createLease(claimOf("a", "none"))).isEqualTo(new ClaimOutcome.UnknownTemplate("none"));
        assertThat(stores.claims.createLease(keyed("small", Optional.of(121))))
                .isEqualTo(new ClaimOutcome.TooLong(template("small", 60).limits()));
        assertThat(stores.contents()).isEqualTo(before);
        assertThat(stores.claims.createLease(keyed("small", Optional.of(120)))).isInstanceOf(ClaimOutcome.Leased.class);
    }

    @Test
    void claim_repeatedAfterItsTemplateChangedOrIsGone_isTheSameLease() {
        fill(2);
        stores.templates.putTemplate(template("small", 60), BY);
        Lease lease = StoreFixture.leased(stores.claims.createLease(keyed("small", Optional.of(120))));
        stores.templates.putTemplate(template("small", 5), BY);
        stores.clock.advance(TemplateStore.CACHE_AGE);

        assertThat(stores.claims.createLease(keyed("small", Optional.of(120))))
                .isEqualTo(new ClaimOutcome.Repeated(lease));
        stores.templates.deleteTemplate("small");
        stores.clock.advance(TemplateStore.CACHE_AGE);
        assertThat(stores.claims.createLease(keyed("small", Optional.of(120))))
                .isEqualTo(new ClaimOutcome.Repeated(lease));
        assertThat(stores.claims.createLease(keyed("other", Optional.of(120))))
                .isEqualTo(new ClaimOutcome.OtherTerms(lease.id()));
        stores.leases.endLease(lease.id(), EndReason.RELEASED, Optional.empty(), StoreFixture.CAUSE);
        assertThat(stores.claims.createLease(keyed("small", Optional.of(120))))
                .isInstanceOf(ClaimOutcome.RepeatedLate.class);
    }

    @Test
    void claims_ofOneProcess_readATemplateOnce_untilItIsOld() {
        fill(4);
        stores.templates.putTemplate(template("small", 60), BY);
        stores.lease("a", "small");
        stores.templates.putTemplate(template("small", 90), BY);
        int before = stores.calls();

        Lease second = stores.lease("b", "small");

        assertThat(stores.calls() - before)
                .as("calls of a claim, of which one reads the lists of the labels")
                .isEqualTo(2);
        assertThat(second.limits()).isEqualTo(template("small", 60).limits());
        stores.clock.advance(TemplateStore.CACHE_AGE);
        assertThat(stores.lease("c", "small").limits())
                .isEqualTo(template("small", 90).limits());
    }

    @Test
    void extension_staysWithinTheTemplate() {
        fill(1);
        stores.templates.putTemplate(template("small", 60), BY);
        Lease lease = stores.lease("a", "small");

        assertThat(extend(lease, 61)).isEqualTo(new ExtendOutcome.BeyondLimits(lease));
        assertThat(extend(lease, 30)).isInstanceOf(ExtendOutcome.Extended.class);
        assertThat(extend(lease, 1)).isInstanceOf(ExtendOutcome.BeyondLimits.class);
    }

    private ExtendOutcome extend(Lease lease, int minutes) {
        return stores.leases.extendLease(lease.id(), Duration.ofMinutes(minutes), Optional.empty(), BY);
    }

    @Test
    void extensions_whenManyRace_areAsManyAsTheTemplateAllows() {
        fill(1);
        stores.templates.putTemplate(template("small", 60), BY);
        Lease lease = stores.lease("a", "small");

        List<ExtendOutcome> outcomes =
                Threads.race(16, _ -> untilServed(() -> extend(lease, 1))).allResults();

        assertThat(outcomes)
                .filteredOn(ExtendOutcome.Extended.class::isInstance)
                .hasSize(1);
        assertThat(outcomes)
                .filteredOn(ExtendOutcome.BeyondLimits.class::isInstance)
                .hasSize(15);
    }

    @ParameterizedTest
    @ValueSource(strings = {"template", "minutes", "maxMinutes", "maxExtensions", "budget", "labels"})
    void template_withADamagedValue_isAFault_andLeftOutOfTheList(String attribute) {
        fill(1);
        stores.templates.putTemplate(template("small", 60), BY);
        Map<String, AttributeValue> row = new TreeMap<>(
                stores.item(PoolKey.ofTemplate("small")).orElseThrow().attributes());
        row.put(attribute, AttributeValue.fromBool(true));
        stores.put(PoolKey.ofTemplate("small"), row);

        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> stores.templates.getTemplate("small"));
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> stores.lease("a", "small"));
        assertThat(stores.templates.listTemplates(10, Optional.empty()).items())
                .extracting(LeaseTemplate::name)
                .containsExactly("default");
        assertThat(stores.templates.putTemplate(template("small", 60), BY)).isTrue();
        assertThat(stores.lease("a", "small").limits())
                .isEqualTo(template("small", 60).limits());
    }

    @Test
    void listOfTemplates_thatIsNoSet_failsChanges_untilItIsDeleted_andNoClaim() {
        fill(1);
        stores.templates.putTemplate(template("small", 60), BY);
        stores.put(PoolKey.TEMPLATES, Map.of("data", AttributeValue.fromS("small")));

        assertThatIllegalStateException().isThrownBy(() -> stores.templates.listTemplates(10, Optional.empty()));
        assertThatExceptionOfType(DynamoDbException.class)
                .isThrownBy(() -> stores.templates.putTemplate(template("large", 60), BY));
        assertThat(stores.templates.getTemplate("large")).isEmpty();
        assertThat(stores.lease("a", "small").limits())
                .isEqualTo(template("small", 60).limits());
        stores.delete(PoolKey.TEMPLATES);
        assertThat(stores.templates.putTemplate(template("small", 60), BY)).isTrue();
        assertThat(stores.templates.listTemplates(10, Optional.empty()).items())
                .extracting(LeaseTemplate::name)
                .containsExactly("default", "small");
    }

    @Test
    void templateOfAnotherName_isAFault() {
        stores.templates.putTemplate(template("small", 60), BY);
        stores.put(
                PoolKey.ofTemplate("large"),
                stores.item(PoolKey.ofTemplate("small")).orElseThrow().attributes());

        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> stores.templates.getTemplate("large"));
    }
}
