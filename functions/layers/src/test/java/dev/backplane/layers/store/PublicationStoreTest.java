package dev.backplane.layers.store;

import static dev.backplane.layers.store.StoreFixture.CAUSE;
import static dev.backplane.testing.Threads.untilServed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.layers.Compatibility;
import dev.backplane.layers.LayerArn;
import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.NewPublication;
import dev.backplane.layers.PackageName;
import dev.backplane.layers.PackageVersion;
import dev.backplane.layers.Publication;
import dev.backplane.layers.PublicationId;
import dev.backplane.layers.PublicationOutcome;
import dev.backplane.layers.PublicationStatus;
import dev.backplane.layers.RegionName;
import dev.backplane.layers.RegionPublication.Status;
import dev.backplane.layers.RegisterOutcome;
import dev.backplane.layers.Share;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Threads;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PublicationStoreTest {

    private static final PublicationId ID = PublicationId.parse("0123456789abcdef0123456789abcdef");
    private static final RegionName REGION = RegionName.parse("us-east-1");
    private static final NewPublication REQUEST = new NewPublication(
            PackageName.parse("requests"),
            PackageVersion.parse("2.32.3"),
            List.of(REGION, RegionName.parse("eu-west-1")),
            new Compatibility(List.of("python3.13"), List.of("arm64")),
            Optional.of("requests==2.32.3\n"),
            new Share(Optional.empty(), List.of("111111111111")));

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(LayerStore.TABLE);

    private StoreFixture stores;
    private PublicationStore publications;
    private RegionStore regions;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        String table = DYNAMO.table(LayerStore.TABLE);
        publications = new PublicationStore(DYNAMO.dynamo(), table, stores.clock);
        regions = new RegionStore(DYNAMO.dynamo(), new LayersSettings(table, StoreFixture.EXPIRY, 1), stores.clock);
    }

    private PublicationOutcome create(String digest) {
        return publications.createPublication(ID, REQUEST, digest, CAUSE);
    }

    private Publication current() {
        return publications.getPublication(ID).orElseThrow();
    }

    private Publication started() {
        create("digest");
        assertThat(publications.start(ID, "tag")).isTrue();
        return current();
    }

    private static LayerArn arn(int number) {
        return StoreFixture.arn("us-east-1", "requests", number);
    }

    @Test
    void createPublication_isReadAsItWasWritten() {
        create("digest");

        Publication found = current();
        assertThat(found.request().layer(arn(1))).isEqualTo(REQUEST.layer(arn(1)));
        assertThat(found.request().share()).isEqualTo(REQUEST.share());
        assertThat(found.status()).isEqualTo(PublicationStatus.CREATED);
        assertThat(found.cause()).isEqualTo(CAUSE);
        assertThat(found.regions()).extracting(region -> region.status()).containsOnly(Status.PENDING);
        assertThat(found.regions())
                .extracting(region -> region.region().value())
                .containsExactly("eu-west-1", "us-east-1");
    }

    @Test
    void createPublication_again_isRepeated_andWithAnotherBodyRefused() {
        create("digest");

        assertThat(create("digest")).isInstanceOf(PublicationOutcome.Repeated.class);
        assertThat(create("other")).isEqualTo(new PublicationOutcome.Mismatch(ID));
    }

    @Test
    void createPublication_byMany_createsOne() {
        List<PublicationOutcome> outcomes =
                Threads.race(8, _ -> untilServed(() -> create("digest"))).allResults();

        assertThat(outcomes)
                .filteredOn(PublicationOutcome.Created.class::isInstance)
                .hasSize(1);
    }

    @Test
    void expiredPublication_isGone_andItsIdCanBeUsedAgain() {
        create("digest");
        stores.clock.advance(Publication.KEPT);

        assertThat(publications.getPublication(ID)).isEmpty();
        assertThat(create("other")).isInstanceOf(PublicationOutcome.Created.class);
    }

    @Test
    void start_byMany_happensOnce() {
        create("digest");

        assertThat(Threads.race(8, _ -> untilServed(() -> publications.start(ID, "tag")))
                        .allResults())
                .filteredOn(started -> started)
                .hasSize(1);
        assertThat(current().attempt()).isEqualTo(1);
    }

    @Test
    void restart_byMany_isOneAttemptMore() {
        Publication running = started();
        Threads.race(
                8,
                _ -> untilServed(() -> {
                    publications.restart(running);
                    return true;
                }));

        assertThat(current().attempt()).isEqualTo(2);
    }

    @Test
    void finish_ofAnExecutionThatWasReplaced_changesNothing() {
        Publication first = started();
        publications.restart(first);
        publications.finish(first);

        assertThat(current().status()).isEqualTo(PublicationStatus.RUNNING);
        publications.finish(current());
        assertThat(current().status()).isEqualTo(PublicationStatus.FAILED);
    }

    @Test
    void recordArn_keepsTheFirst() {
        started();
        assertThat(regions.recordArn(ID, arn(1))).as("before the beginning").isFalse();
        assertThat(regions.begin(ID, REGION)).isTrue();
        assertThat(regions.begin(ID, REGION)).isFalse();

        assertThat(regions.recordArn(ID, arn(1))).isTrue();
        assertThat(regions.recordArn(ID, arn(1))).isTrue();
        assertThat(regions.recordArn(ID, arn(2))).isFalse();
        assertThat(current().in(REGION).arn()).hasValue(arn(1));
    }

    @Test
    void register_changesRegistryAndRegionTogether() {
        published();

        assertThat(regions.register(current(), arn(1))).containsInstanceOf(RegisterOutcome.Registered.class);
        assertThat(current().in(REGION).status()).isEqualTo(Status.SUCCEEDED);
        assertThat(current().in(REGION).layerVersion()).hasValue(1L);
        assertThat(regions.isRegistered(arn(1))).isTrue();
        assertThat(regions.register(current(), arn(1))).containsInstanceOf(RegisterOutcome.AlreadyRegistered.class);
        assertThat(regions.withdraw(ID, REGION, "late")).isFalse();
    }

    @Test
    void register_ofWhatACallerHasRegistered_succeeds() {
        published();
        stores.layers.insertLayer(REQUEST.layer(arn(1)), CAUSE);

        assertThat(regions.register(current(), arn(1))).containsInstanceOf(RegisterOutcome.AlreadyRegistered.class);
        assertThat(current().in(REGION).status()).isEqualTo(Status.SUCCEEDED);
    }

    @Test
    void register_afterItWasWithdrawn_registersNothing() {
        published();
        assertThat(regions.withdraw(ID, REGION, "AccessDeniedException")).isTrue();
        assertThat(regions.withdraw(ID, REGION, "other")).isTrue();

        assertThat(regions.register(current(), arn(1))).isEmpty();
        assertThat(regions.isRegistered(arn(1))).isFalse();
        regions.fail(ID, REGION);
        assertThat(current().in(REGION).status()).isEqualTo(Status.FAILED);
        assertThat(current().in(REGION).reason()).hasValue("AccessDeniedException");
        assertThat(current().in(REGION).arn()).isEmpty();
    }

    @RepeatedTest(10)
    void register_andWithdraw_atTheSameTime_neverBothHappen() {
        published();
        Publication publication = current();
        List<Boolean> done = Threads.race(
                        2,
                        thread -> untilServed(() -> thread == 0
                                ? regions.register(publication, arn(1)).isPresent()
                                : regions.withdraw(ID, REGION, "reason")))
                .allResults();

        assertThat(done).containsExactlyInAnyOrder(true, false);
        assertThat(regions.isRegistered(arn(1))).isEqualTo(done.getFirst());
        assertThat(current().in(REGION).status()).isEqualTo(done.getFirst() ? Status.SUCCEEDED : Status.WITHDRAWING);
    }

    private void published() {
        started();
        regions.begin(ID, REGION);
        regions.recordArn(ID, arn(1));
    }
}
