package dev.backplane.userdata.store;

import static dev.backplane.testing.Threads.untilServed;
import static dev.backplane.userdata.store.StoreFixture.ANN;
import static dev.backplane.userdata.store.StoreFixture.CALLER;
import static dev.backplane.userdata.store.StoreFixture.NOTES;
import static dev.backplane.userdata.store.StoreFixture.blob;
import static dev.backplane.userdata.store.StoreFixture.bytes;
import static dev.backplane.userdata.store.StoreFixture.key;
import static dev.backplane.userdata.store.StoreFixture.reference;
import static dev.backplane.userdata.store.StoreFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.FaultInjection;
import dev.backplane.testing.Threads;
import dev.backplane.userdata.CompletionOutcome;
import dev.backplane.userdata.Edit;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.Upload;
import dev.backplane.userdata.UploadOutcome;
import dev.backplane.userdata.UploadRemoval;
import dev.backplane.userdata.Usage;
import dev.backplane.userdata.Usage.Count;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What must hold while others upload, complete, remove and sweep. */
class UploadRacesTest {

    private static final int THREADS = 16;
    private static final int BYTES = 300_000;

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    @Test
    void uploads_whenSixteenWantTheRoomOfEight_eightAreReserved() {
        stores.register(NOTES, 8 * (BYTES + 1));

        List<UploadOutcome> outcomes = Threads.race(
                        THREADS,
                        thread -> untilServed(() -> stores.uploads.create(request(letter(thread), BYTES, thread))))
                .allResults();

        assertThat(outcomes).filteredOn(UploadOutcome.Created.class::isInstance).hasSize(8);
        long bytes = 8L * (BYTES + 1);
        assertThat(stores.recounted(NOTES, ANN))
                .isEqualTo(new Usage(bytes, Count.ZERO, Count.ZERO, new Count(bytes, 8)));
        stores.checkInvariants();
    }

    @Test
    void oneUpload_completedRemovedAndExpiredAtOnce_endsOnce() {
        stores.registerUnlimited(NOTES);
        for (int round = 0; round < 10; round++) {
            Upload upload = stores.upload(request("a", BYTES, round));
            stores.objects.send(upload);
            boolean late = round % 2 == 1;
            if (late) {
                stores.clock().advance(Duration.ofHours(1));
            }
            List<Boolean> completed = Threads.race(
                            THREADS,
                            thread -> untilServed(() -> switch (thread % 3) {
                                case 0 -> stores.complete(upload) instanceof CompletionOutcome.Completed;
                                case 1 -> stores.uploads.remove(reference(upload), CALLER) == UploadRemoval.COMPLETED;
                                default -> {
                                    stores.expirySweep.run(() -> true);
                                    yield false;
                                }
                            }))
                    .allResults();

            boolean stored = stores.data
                    .get(blob(NOTES, ANN), key("a"))
                    .filter(found -> found.entry().object().equals(Optional.of(upload.id())))
                    .isPresent();
            assertThat(completed.contains(true)).isEqualTo(stored);
            stores.checkInvariants();
        }
    }

    @Test
    void writesOfOneKey_leaveOneValue_andDiscardTheOtherObjects() {
        stores.registerUnlimited(NOTES);

        Threads.race(
                        THREADS,
                        thread -> untilServed(() -> {
                            if (thread % 4 == 3) {
                                return stores.put(blob(NOTES, ANN), "a", bytes(3000 + thread));
                            }
                            Upload upload = stores.upload(request("a", BYTES + thread, thread));
                            stores.objects.send(upload);
                            return stores.complete(upload);
                        }))
                .allResults();

        stores.clock().advance(Duration.ofHours(2));
        stores.sweep();
        stores.clock().advance(Duration.ofHours(26));
        stores.sweep();
        assertThat(stores.usage(NOTES, ANN).items()).isEqualTo(1);
        assertThat(stores.usage(NOTES, ANN).reserved()).isEqualTo(Count.ZERO);
        assertThat(stores.objects.ids()).hasSizeLessThanOrEqualTo(1);
        stores.checkInvariants();
    }

    @Test
    void uploadsOfSixteenWhoseProcessesDie_keepTheQuotaToTheByte() {
        stores.register(NOTES, 40L * BYTES);
        List<FaultInjection> faults = IntStream.range(0, THREADS)
                .mapToObj(thread -> stores.faults().crashAtRandom(new Random(thread)))
                .toList();
        List<Stores> processes = faults.stream().map(stores::over).toList();

        List<Integer> crashes = Threads.race(
                        THREADS, thread -> deaths(processes.get(thread), new Random(100 + thread), thread))
                .allResults();

        assertThat(crashes.stream().mapToInt(Integer::intValue).sum()).isPositive();
        stores.checkInvariants();
        stores.clock().advance(Duration.ofHours(2));
        stores.sweep();
        stores.sweep();
        assertThat(stores.usage(NOTES, ANN).reserved()).isEqualTo(Count.ZERO);
        stores.clock().advance(Duration.ofHours(26));
        stores.sweep();
        stores.checkInvariants();
        Usage usage = stores.recounted(NOTES, ANN);
        assertThat(stores.objects.ids()).hasSize((int) usage.blob().items());
    }

    /** Uploads, completes, removes and deletes blobs of a few keys; returns how often the process died. */
    private int deaths(Stores process, Random random, int thread) {
        UploadStore uploads = process.uploads();
        DataStore data = process.data();
        int deaths = 0;
        for (int i = 0; i < 10; i++) {
            String key = letter(random.nextInt(4));
            Upload.Request request = request(key, BYTES + random.nextInt(1000), thread * 100 + i);
            int choice = random.nextInt(4);
            boolean died = FaultInjection.crashes(() -> untilServed(() -> {
                if (!(uploads.create(request) instanceof UploadOutcome.Created(Upload upload))) {
                    return false;
                }
                if (random.nextInt(5) > 0) {
                    stores.objects.send(upload);
                }
                return switch (choice) {
                    case 0 -> uploads.remove(reference(upload), CALLER) == UploadRemoval.REMOVED;
                    case 1 -> false;
                    case 2 -> {
                        uploads.complete(reference(upload), Preconditions.NONE, CALLER);
                        yield StoreFixture.write(
                                        data, blob(NOTES, ANN), key(key), new Edit.Remove(), Preconditions.NONE)
                                != null;
                    }
                    default -> uploads.complete(reference(upload), Preconditions.NONE, CALLER) != null;
                };
            }));
            deaths += died ? 1 : 0;
        }
        return deaths;
    }

    private static String letter(int index) {
        return Character.toString('a' + index);
    }
}
