package dev.backplane.userdata.store;

import static dev.backplane.userdata.store.StoreFixture.ANN;
import static dev.backplane.userdata.store.StoreFixture.NOTES;
import static dev.backplane.userdata.store.StoreFixture.blob;
import static dev.backplane.userdata.store.StoreFixture.bytes;
import static dev.backplane.userdata.store.StoreFixture.json;
import static dev.backplane.userdata.store.StoreFixture.key;
import static dev.backplane.userdata.store.StoreFixture.matching;
import static dev.backplane.userdata.store.StoreFixture.ofSize;
import static dev.backplane.userdata.store.StoreFixture.written;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.testing.DynamoLocal;
import dev.backplane.userdata.ETag;
import dev.backplane.userdata.Edit;
import dev.backplane.userdata.Entry;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Payload;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.QuotaCheck;
import dev.backplane.userdata.QuotaCheckOutcome;
import dev.backplane.userdata.Usage;
import dev.backplane.userdata.Usage.Count;
import dev.backplane.userdata.WriteOutcome;
import dev.backplane.userdata.WriteOutcome.QuotaExceeded;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class QuotaTest {

    private static final Namespace NAMESPACE = json(NOTES, ANN);

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        stores.register(NOTES, 1000);
    }

    private static QuotaExceeded exceeded(long used, long needed) {
        return new QuotaExceeded(new QuotaCheck(Optional.of(1000L), Optional.of(used), needed));
    }

    @Test
    void put_ofExactlyTheQuota_isStored() {
        stores.putOk(NAMESPACE, "a", ofSize(1000));

        assertThat(stores.usage.quota(NOTES, ANN).orElseThrow().remainingBytes())
                .contains(0L);
    }

    @Test
    void put_ofOneByteMore_isRefusedAndLeavesNothing() {
        assertThat(stores.put(NAMESPACE, "a", ofSize(1001))).isEqualTo(exceeded(0, 1001));

        assertThat(stores.rows(stores.settings.appDataJson())).isEmpty();
        assertThat(stores.rows(stores.settings.appUsage())).hasSize(1); // the directory of apps
    }

    @Test
    void put_whereAnotherValueTakesTheRoom_isRefusedWithWhatIsUsed() {
        stores.putOk(NAMESPACE, "a", ofSize(600));

        assertThat(stores.put(NAMESPACE, "b", ofSize(401))).isEqualTo(exceeded(600, 401));
        stores.putOk(NAMESPACE, "b", ofSize(400));
    }

    @Test
    void put_overAnotherValue_subtractsWhatItReplaces() {
        stores.putOk(NAMESPACE, "a", ofSize(800));
        stores.putOk(NAMESPACE, "b", ofSize(100));
        stores.putOk(NAMESPACE, "a", ofSize(850));

        assertThat(stores.recounted(NOTES, ANN)).isEqualTo(new Usage(950, new Count(950, 2), Count.ZERO));
        assertThat(stores.put(NAMESPACE, "a", ofSize(901))).isEqualTo(exceeded(950, 51));
    }

    @Test
    void loweredQuota_letsValuesShrinkAndGoAndNotGrow() {
        stores.putOk(NAMESPACE, "a", ofSize(500));
        stores.putOk(NAMESPACE, "b", ofSize(400));
        stores.apps.setQuota(NOTES, Optional.of(500L));
        stores.clock().advance(Duration.ofSeconds(5));

        assertThat(stores.put(NAMESPACE, "a", ofSize(501)))
                .isEqualTo(new QuotaExceeded(new QuotaCheck(Optional.of(500L), Optional.of(900L), 1)));
        stores.putOk(NAMESPACE, "a", ofSize(500));
        stores.putOk(NAMESPACE, "a", ofSize(499));
        assertThat(stores.remove(NAMESPACE, "b")).isInstanceOf(WriteOutcome.Removed.class);
        assertThat(stores.recounted(NOTES, ANN).bytes()).isEqualTo(499);
    }

    @Test
    void changedQuota_isInForceWithinFiveSecondsInEveryProcess() {
        DataStore other = stores.anotherProcess();
        stores.putOk(NAMESPACE, "a", ofSize(500));
        written(StoreFixture.write(other, NAMESPACE, key("a"), new Edit.Replace(ofSize(500)), Preconditions.NONE));
        stores.apps.setQuota(NOTES, Optional.of(600L));

        stores.clock().advance(Duration.ofSeconds(5));
        assertThat(StoreFixture.write(other, NAMESPACE, key("a"), new Edit.Replace(ofSize(601)), Preconditions.NONE))
                .isInstanceOf(QuotaExceeded.class);
        stores.apps.setQuota(NOTES, Optional.empty());
        stores.clock().advance(Duration.ofSeconds(5));
        written(StoreFixture.write(other, NAMESPACE, key("a"), new Edit.Replace(ofSize(2000)), Preconditions.NONE));
    }

    @Test
    void firstValueOfAKey_needsTheAppToBeThereStill() {
        stores.putOk(NAMESPACE, "a", ofSize(10));
        stores.remove(NAMESPACE, "a");
        stores.apps.remove(NOTES);

        assertThat(stores.put(NAMESPACE, "a", ofSize(10))).isEqualTo(new WriteOutcome.AppNotFound());
        assertThat(stores.rows(stores.settings.appDataJson())).isEmpty();
    }

    @Test
    void realms_countTogetherAndLieApart() {
        stores.putOk(NAMESPACE, "a", ofSize(300));
        stores.putOk(blob(NOTES, ANN), "a", bytes(399));

        assertThat(stores.recounted(NOTES, ANN)).isEqualTo(new Usage(700, new Count(300, 1), new Count(400, 1)));
        assertThat(stores.put(blob(NOTES, ANN), "b", bytes(300))).isEqualTo(exceeded(700, 301));
        stores.remove(NAMESPACE, "a");
        assertThat(stores.recounted(NOTES, ANN)).isEqualTo(new Usage(400, Count.ZERO, new Count(400, 1)));
        assertThat(stores.data.get(blob(NOTES, ANN), key("a"))).isPresent();
    }

    @Test
    void size_isTheBytesOfUtf8AndNotTheCharacters() {
        Entry entry = stores.putOk(NAMESPACE, "key", Payload.json("\"é€😀\""));

        assertThat(entry.size()).isEqualTo(3 + 2 + 2 + 3 + 4);
        assertThat(stores.usage(NOTES, ANN).bytes()).isEqualTo(14);
    }

    @Test
    void ifMatch_abovetheQuota_isRefusedAndWithAForgedSizeToo() {
        Entry entry = stores.putOk(NAMESPACE, "a", ofSize(900));
        Edit grow = new Edit.Replace(ofSize(1001));

        assertThat(StoreFixture.write(stores.data, NAMESPACE, key("a"), grow, matching(entry.tag())))
                .isEqualTo(exceeded(900, 101));
        var forged = new ETag(entry.version(), 950);
        assertThat(StoreFixture.write(stores.data, NAMESPACE, key("a"), grow, matching(forged)))
                .isEqualTo(new WriteOutcome.PreconditionFailed(Optional.of(entry.tag())));
        assertThat(stores.recounted(NOTES, ANN).bytes()).isEqualTo(900);
    }

    @Test
    void ifMatch_ofMoreThanAllThereIs_answersThePreconditionFirst() {
        Entry first = stores.putOk(NAMESPACE, "a", ofSize(10));
        Entry second = stores.putOk(NAMESPACE, "a", ofSize(11));
        Edit huge = new Edit.Replace(ofSize(5000));

        assertThat(StoreFixture.write(stores.data, NAMESPACE, key("a"), huge, matching(first.tag())))
                .isEqualTo(new WriteOutcome.PreconditionFailed(Optional.of(second.tag())));
        assertThat(StoreFixture.write(stores.data, NAMESPACE, key("a"), huge, matching(second.tag())))
                .isEqualTo(exceeded(11, 4989));
    }

    @Test
    void dryRun_tellsHowItStandsAndWritesNothing() {
        stores.putOk(NAMESPACE, "a", ofSize(600));

        QuotaCheckOutcome fits = stores.data.dryRun(NAMESPACE, key("a"), ofSize(1000), Preconditions.NONE);
        QuotaCheckOutcome exceeds = stores.data.dryRun(NAMESPACE, key("b"), ofSize(401), Preconditions.NONE);

        assertThat(fits)
                .isEqualTo(new QuotaCheckOutcome.Checked(new QuotaCheck(Optional.of(1000L), Optional.of(600L), 400)));
        assertThat(((QuotaCheckOutcome.Checked) fits).check().fits()).isTrue();
        assertThat(((QuotaCheckOutcome.Checked) exceeds).check().fits()).isFalse();
        assertThat(stores.usage(NOTES, ANN).bytes()).isEqualTo(600);
        assertThat(stores.data.get(NAMESPACE, key("b"))).isEmpty();
    }

    @Test
    void content_isNeitherLimitedNorCounted() {
        Namespace content = new Namespace.Content(ANN);
        stores.putOk(content, "a", ofSize(100_000));

        assertThat(stores.rows(stores.settings.appUsage())).hasSize(1);
        assertThat(stores.data.dryRun(content, key("a"), ofSize(100_001), Preconditions.NONE))
                .isEqualTo(new QuotaCheckOutcome.Checked(new QuotaCheck(Optional.empty(), Optional.empty(), 1)));
    }
}
