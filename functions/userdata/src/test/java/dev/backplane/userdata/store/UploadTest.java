package dev.backplane.userdata.store;

import static dev.backplane.userdata.store.StoreFixture.ANN;
import static dev.backplane.userdata.store.StoreFixture.CALLER;
import static dev.backplane.userdata.store.StoreFixture.NOTES;
import static dev.backplane.userdata.store.StoreFixture.blob;
import static dev.backplane.userdata.store.StoreFixture.bytes;
import static dev.backplane.userdata.store.StoreFixture.completed;
import static dev.backplane.userdata.store.StoreFixture.json;
import static dev.backplane.userdata.store.StoreFixture.key;
import static dev.backplane.userdata.store.StoreFixture.ofSize;
import static dev.backplane.userdata.store.StoreFixture.reference;
import static dev.backplane.userdata.store.StoreFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.testing.DynamoLocal;
import dev.backplane.userdata.AppOptions;
import dev.backplane.userdata.AppRemoval;
import dev.backplane.userdata.Change;
import dev.backplane.userdata.ChangesOutcome;
import dev.backplane.userdata.CompletionOutcome;
import dev.backplane.userdata.Edit;
import dev.backplane.userdata.Entry;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.QuotaCheck;
import dev.backplane.userdata.QuotaCheckOutcome;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.Stored;
import dev.backplane.userdata.Upload;
import dev.backplane.userdata.UploadId;
import dev.backplane.userdata.UploadOutcome;
import dev.backplane.userdata.UploadRemoval;
import dev.backplane.userdata.Usage;
import dev.backplane.userdata.Usage.Count;
import dev.backplane.userdata.UserApp;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.WriteOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class UploadTest {

    private static final int MEGABYTE = 1024 * 1024;
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Namespace BLOBS = blob(NOTES, ANN);

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        stores.register(NOTES, 10 * MEGABYTE);
    }

    @AfterEach
    void check() {
        stores.checkInvariants();
    }

    private static Usage reserved(long bytes) {
        return new Usage(bytes, Count.ZERO, Count.ZERO, new Count(bytes, 1));
    }

    private static Usage stored(long bytes) {
        return new Usage(bytes, Count.ZERO, new Count(bytes, 1));
    }

    /** Lets all discarded objects be deleted for good. */
    private void sweepForGood() {
        stores.sweep();
        stores.clock().advance(Duration.ofHours(26));
        stores.sweep();
    }

    @Test
    void upload_reservesItsBytes_andShowsNothing() {
        Upload upload = stores.upload(request("a", MEGABYTE, 1));

        assertThat(upload.size()).isEqualTo(MEGABYTE + 1);
        assertThat(stores.usage(NOTES, ANN)).isEqualTo(reserved(MEGABYTE + 1));
        assertThat(stores.data.get(BLOBS, key("a"))).isEmpty();
        assertThat(stores.data.list(BLOBS, "", 10, Optional.empty()).items()).isEmpty();
    }

    @Test
    void completion_makesTheReservedBytesThoseOfTheBlob() {
        Upload upload = stores.upload(request("a", MEGABYTE, 1));
        stores.objects.send(upload);

        Entry entry = completed(stores.complete(upload));

        assertThat(stores.usage(NOTES, ANN)).isEqualTo(stored(MEGABYTE + 1));
        Stored found = stores.data.get(BLOBS, key("a")).orElseThrow();
        assertThat(found.entry()).isEqualTo(entry);
        assertThat(entry.object()).contains(upload.id());
        assertThat(entry.contentType()).contains("image/png");
        assertThat(stores.data.list(BLOBS, "", 10, Optional.empty()).items()).containsExactly(entry);
    }

    @Test
    void completion_again_isTheSame_evenOfABlobThatIsGone() {
        Upload upload = stores.upload(request("a", MEGABYTE, 1, Optional.of(Duration.ofMinutes(5))));
        stores.objects.send(upload);
        CompletionOutcome first = stores.complete(upload);
        stores.clock().advance(Duration.ofMinutes(1));

        assertThat(stores.complete(upload)).isEqualTo(first);
        assertThat(stores.remove(BLOBS, "a")).isEqualTo(new WriteOutcome.Removed());
        assertThat(stores.complete(upload)).isEqualTo(first);
        assertThat(stores.data.get(BLOBS, key("a"))).isEmpty();
        stores.clock().advance(Duration.ofHours(25));
        stores.sweep();
        assertThat(stores.complete(upload)).isEqualTo(new CompletionOutcome.UploadNotFound());
    }

    @Test
    void completion_withoutAnObject_orWithAnother_isRefused_andKeepsTheReservation() {
        Upload absent = stores.upload(request("a", MEGABYTE, 1));
        assertThat(stores.complete(absent)).isEqualTo(new CompletionOutcome.NotUploaded());

        Upload shorter = stores.upload(request("b", MEGABYTE, 2));
        stores.objects.send(shorter.id(), MEGABYTE - 1, shorter.content().sha256());
        assertThat(stores.complete(shorter)).isEqualTo(new CompletionOutcome.OtherContent());

        Upload other = stores.upload(request("c", MEGABYTE, 3));
        stores.objects.send(other.id(), MEGABYTE, absent.content().sha256());
        assertThat(stores.complete(other)).isEqualTo(new CompletionOutcome.OtherContent());

        assertThat(stores.usage(NOTES, ANN).reserved()).isEqualTo(new Count(3 * (MEGABYTE + 1), 3));
        stores.objects.send(absent);
        completed(stores.complete(absent));
    }

    @Test
    void upload_ofAnotherUserAppOrKey_isNotFound() {
        Upload upload = stores.upload(request("a", MEGABYTE, 1));
        stores.objects.send(upload);
        UploadStore.Reference ofBob = new UploadStore.Reference(
                new Namespace.AppData(NOTES, new UserId("bob"), Realm.BLOB), upload.key(), upload.id());
        UploadStore.Reference ofOtherKey =
                new UploadStore.Reference(reference(upload).namespace(), key("b"), upload.id());

        for (UploadStore.Reference other : Set.of(ofBob, ofOtherKey)) {
            assertThat(stores.uploads.complete(other, Preconditions.NONE, CALLER))
                    .isEqualTo(new CompletionOutcome.UploadNotFound());
            assertThat(stores.uploads.remove(other, CALLER)).isEqualTo(UploadRemoval.NOT_FOUND);
        }
        assertThat(stores.usage(NOTES, ANN)).isEqualTo(reserved(MEGABYTE + 1));
        completed(stores.complete(upload));
    }

    @Test
    void completion_obeysPreconditions() {
        Entry first = stores.putOk(BLOBS, "a", bytes(11));
        Upload upload = stores.upload(request("a", MEGABYTE, 1));
        stores.objects.send(upload);

        assertThat(stores.uploads.complete(reference(upload), StoreFixture.ABSENT, CALLER))
                .isEqualTo(new CompletionOutcome.PreconditionFailed(Optional.of(first.tag())));
        completed(stores.uploads.complete(reference(upload), StoreFixture.matching(first.tag()), CALLER));
        // A repeat is told the result, not that the value has changed.
        completed(stores.uploads.complete(reference(upload), StoreFixture.matching(first.tag()), CALLER));
    }

    @Test
    void removal_givesTheBytesBackOnce() {
        Upload upload = stores.upload(request("a", MEGABYTE, 1));
        stores.objects.send(upload);

        assertThat(stores.uploads.remove(reference(upload), CALLER)).isEqualTo(UploadRemoval.REMOVED);
        assertThat(stores.uploads.remove(reference(upload), CALLER)).isEqualTo(UploadRemoval.NOT_FOUND);

        assertThat(stores.usage(NOTES, ANN)).isEqualTo(Usage.NOTHING);
        assertThat(stores.complete(upload)).isEqualTo(new CompletionOutcome.UploadNotFound());
        sweepForGood();
        assertThat(stores.objects.ids()).isEmpty();
    }

    @Test
    void removal_ofACompletedUpload_isRefused() {
        Upload upload = stores.upload(request("a", MEGABYTE, 1));
        stores.objects.send(upload);
        completed(stores.complete(upload));

        assertThat(stores.uploads.remove(reference(upload), CALLER)).isEqualTo(UploadRemoval.COMPLETED);

        assertThat(stores.usage(NOTES, ANN)).isEqualTo(stored(MEGABYTE + 1));
    }

    @Test
    void expiredUpload_isGone_andGivesItsBytesBackOnce() {
        Upload upload = stores.upload(request("a", MEGABYTE, 1));
        stores.objects.send(upload);
        stores.clock().advance(HOUR);

        assertThat(stores.complete(upload)).isEqualTo(new CompletionOutcome.UploadNotFound());
        assertThat(stores.uploads.remove(reference(upload), CALLER)).isEqualTo(UploadRemoval.NOT_FOUND);
        stores.sweep();
        stores.sweep();

        assertThat(stores.usage(NOTES, ANN)).isEqualTo(Usage.NOTHING);
        assertThat(stores.objects.ids()).isEmpty();
    }

    @Test
    void objectThatIsSentAfterItsUploadEnded_isDeletedAsWell() {
        Upload upload = stores.upload(request("a", MEGABYTE, 1));
        assertThat(stores.uploads.remove(reference(upload), CALLER)).isEqualTo(UploadRemoval.REMOVED);
        stores.sweep();

        stores.objects.send(upload);
        stores.sweep();

        assertThat(stores.objects.ids()).containsExactly(upload.id());
        stores.clock().advance(Duration.ofHours(25).plusSeconds(1));
        stores.sweep();
        assertThat(stores.objects.ids()).isEmpty();
        assertThat(stores.rows(stores.settings.appDataBlob())).isEmpty();
    }

    @Test
    void objectThatCannotBeDeleted_isTriedAgain() {
        stores.putLarge("a", MEGABYTE);
        stores.remove(BLOBS, "a");
        stores.objects.setUnavailable(true);
        assertThat(stores.expirySweep.run(() -> true).failures()).hasSize(1);

        stores.objects.setUnavailable(false);
        stores.sweep();

        assertThat(stores.objects.ids()).isEmpty();
    }

    @Test
    void objectOfAReplacedBlob_isDeleted_andTheLiveOneIsNot() {
        stores.putOk(BLOBS, "a", bytes(9000));
        stores.putLarge("a", MEGABYTE);
        UploadId live = stores.putLarge("a", 2 * MEGABYTE).object().orElseThrow();

        sweepForGood();
        assertThat(stores.objects.ids()).containsExactly(live);
        assertThat(stores.usage(NOTES, ANN)).isEqualTo(stored(2 * MEGABYTE + 1));

        stores.putOk(BLOBS, "a", bytes(9000));
        sweepForGood();
        assertThat(stores.objects.ids()).isEmpty();
        assertThat(stores.usage(NOTES, ANN)).isEqualTo(stored(9001));
    }

    @Test
    void objectOfADeletedBlob_isDeleted_alsoIfTheCallerNamedItsTag() {
        Entry entry = stores.putLarge("a", MEGABYTE);

        assertThat(StoreFixture.write(
                        stores.data, BLOBS, key("a"), new Edit.Remove(), StoreFixture.matching(entry.tag())))
                .isEqualTo(new WriteOutcome.Removed());

        stores.sweep();
        assertThat(stores.objects.ids()).isEmpty();
        assertThat(stores.usage(NOTES, ANN)).isEqualTo(Usage.NOTHING);
    }

    @Test
    void objectOfAnExpiredBlob_isDeleted() {
        Upload upload = stores.upload(request("a", MEGABYTE, 1, Optional.of(Duration.ofMinutes(1))));
        stores.objects.send(upload);
        stores.clock().advance(Duration.ofMinutes(30));
        Entry entry = completed(stores.complete(upload));
        assertThat(entry.expiresAt()).contains(entry.updatedAt().plus(Duration.ofMinutes(1)));
        stores.clock().advance(Duration.ofMinutes(1));

        assertThat(stores.data.get(BLOBS, key("a"))).isEmpty();
        stores.sweep();
        stores.sweep();

        assertThat(stores.usage(NOTES, ANN)).isEqualTo(Usage.NOTHING);
        assertThat(stores.objects.ids()).isEmpty();
    }

    @Test
    void quota_countsWhatIsReserved() {
        Upload first = stores.upload(request("a", 9 * MEGABYTE, 1));

        assertThat(stores.uploads.create(request("b", MEGABYTE, 2)))
                .isEqualTo(new UploadOutcome.QuotaExceeded(
                        new QuotaCheck(Optional.of(10L * MEGABYTE), Optional.of(9L * MEGABYTE + 1), MEGABYTE + 1)));
        stores.upload(request("b", MEGABYTE - 3, 2));
        assertThat(stores.put(json(NOTES, ANN), "c", ofSize(4))).isInstanceOf(WriteOutcome.QuotaExceeded.class);
        assertThat(stores.uploads.remove(reference(first), CALLER)).isEqualTo(UploadRemoval.REMOVED);
        stores.putOk(json(NOTES, ANN), "c", ofSize(4));
    }

    @Test
    void completion_overALoweredQuota_succeeds() {
        Upload upload = stores.upload(request("a", MEGABYTE, 1));
        stores.objects.send(upload);
        stores.apps.setQuota(NOTES, Optional.of(5L));

        completed(stores.complete(upload));
    }

    @Test
    void writeThatNeedsTheSpace_endsExpiredUploadsFirst() {
        stores.upload(request("a", 9 * MEGABYTE, 1));
        stores.clock().advance(HOUR);
        QuotaCheckOutcome fits = stores.data.dryRun(BLOBS, key("b"), bytes(2 * MEGABYTE), Preconditions.NONE);
        assertThat(fits)
                .isEqualTo(new QuotaCheckOutcome.Checked(
                        new QuotaCheck(Optional.of(10L * MEGABYTE), Optional.of(0L), 2 * MEGABYTE + 1)));

        Upload second = stores.upload(request("b", 9 * MEGABYTE, 2));

        assertThat(stores.usage(NOTES, ANN)).isEqualTo(reserved(second.size()));
    }

    @Test
    void app_withAnOpenUpload_isNotEmpty() {
        Upload upload = stores.upload(request("a", MEGABYTE, 1));

        assertThat(stores.apps.remove(NOTES)).isEqualTo(AppRemoval.NOT_EMPTY);
        assertThat(stores.usage
                        .listApps(ANN, Optional.of(Realm.BLOB), 10, Optional.empty())
                        .items())
                .containsExactly(new UserApp(NOTES, reserved(upload.size())));
        stores.uploads.remove(reference(upload), CALLER);
        assertThat(stores.apps.remove(NOTES)).isEqualTo(AppRemoval.REMOVED);
        assertThat(stores.uploads.create(request("a", MEGABYTE, 1))).isEqualTo(new UploadOutcome.AppNotFound());
    }

    @Test
    void valuesAndUploads_comeAndGoInAnyOrder() {
        Upload upload = stores.upload(request("a", MEGABYTE, 1));
        stores.putOk(BLOBS, "b", bytes(10));
        stores.putOk(json(NOTES, ANN), "b", ofSize(10));
        stores.checkInvariants();
        stores.remove(BLOBS, "b");
        stores.checkInvariants();
        stores.remove(json(NOTES, ANN), "b");
        stores.checkInvariants();
        assertThat(stores.usage(NOTES, ANN)).isEqualTo(reserved(upload.size()));
        stores.putOk(json(NOTES, ANN), "b", ofSize(10));
        stores.uploads.remove(reference(upload), CALLER);
        stores.checkInvariants();
        assertThat(stores.usage(NOTES, ANN)).isEqualTo(new Usage(10, new Count(10, 1), Count.ZERO));
    }

    @Test
    void completion_isRecordedInAFeed_asAPutIs() {
        stores.apps.setOptions(NOTES, new AppOptions(Optional.of(true), Optional.of(true)));
        Upload upload = stores.upload(request("a", MEGABYTE, 1));
        assertThat(changes()).isEmpty();
        stores.objects.send(upload);

        Entry entry = completed(stores.complete(upload));
        completed(stores.complete(upload));

        assertThat(changes()).singleElement().satisfies(changed -> {
            assertThat(changed.change()).isEqualTo(Change.written(Realm.BLOB, entry));
            assertThat(changed.value().orElseThrow().entry()).isEqualTo(entry);
        });
        stores.remove(BLOBS, "a");
        assertThat(changes())
                .singleElement()
                .satisfies(changed -> assertThat(changed.change().deleted()).isTrue());
    }

    private List<ChangesOutcome.Changed> changes() {
        ChangesOutcome outcome = stores.changes.read(new ChangeStore.Request(NOTES, ANN, Optional.empty(), 10, true));
        assertThat(outcome).isInstanceOf(ChangesOutcome.Changes.class);
        return ((ChangesOutcome.Changes) outcome).items();
    }

    @Test
    void recount_findsAndRepairsReservedBytes() {
        Upload upload = stores.upload(request("a", MEGABYTE, 1));
        stores.delete(stores.settings.appUsage(), UsageRow.key(NOTES, ANN));

        assertThat(stores.usage.recount(NOTES, ANN, false).actual()).isEqualTo(reserved(upload.size()));
        stores.withoutGuards(NOTES);
        assertThat(stores.usage.recount(NOTES, ANN, true).repaired()).isTrue();
        assertThat(stores.usage(NOTES, ANN)).isEqualTo(reserved(upload.size()));
    }
}
