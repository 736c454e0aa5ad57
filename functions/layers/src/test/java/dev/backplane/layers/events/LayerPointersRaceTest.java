package dev.backplane.layers.events;

import static dev.backplane.layers.events.PointersFixture.inserted;
import static dev.backplane.layers.events.PointersFixture.pointer;
import static dev.backplane.layers.events.PointersFixture.removed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.layers.Layer;
import dev.backplane.layers.store.LayerStore;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Threads;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Registrations and deletions while the records of all changes are delivered several times and in any order. */
class LayerPointersRaceTest {

    private static final int THREADS = 32;
    private static final int EACH = 10;
    private static final long MAX_LATENCY_NANOS = 50_000_000;
    private static final List<String> REGIONS = List.of("us-east-1", "eu-west-1");
    private static final List<String> PACKAGES = List.of("requests", "torch");

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(LayerStore.TABLE);

    @Test
    void registrationsBy32ThreadsOf10Each_withRepeatedAndReorderedDeliveries_endWithTheParametersOfTheTable() {
        PointersFixture pointers = new PointersFixture(DYNAMO);
        // Writes arrive late, so that others overtake them.
        pointers.cloud.beforeWrite(
                () -> LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(MAX_LATENCY_NANOS)));

        Threads.race(THREADS, thread -> change(pointers, thread)).allResults();

        for (String region : REGIONS) {
            assertThat(pointers.cloud.parameters(region)).isEqualTo(pointers.required(region));
            assertThat(pointers.cloud.parameters(region)).hasSizeGreaterThan(PACKAGES.size());
        }
    }

    /** Registers versions, deletes some of them, and delivers the records of these changes late and repeatedly. */
    private static boolean change(PointersFixture pointers, int thread) {
        Random random = new Random(thread);
        String region = REGIONS.get(thread % 2);
        String name = PACKAGES.get(thread / 2 % 2);
        List<String> pending = new ArrayList<>();
        for (int i = 1; i <= EACH; i++) {
            Layer layer = pointers.register(region, name, thread * EACH + i, "1." + random.nextInt(4));
            pending.add(pointer(region, name));
            pending.add(inserted(layer));
            if (random.nextInt(3) == 0) {
                pointers.delete(layer, true);
                pending.add(pointer(region, name));
                pending.add(removed(layer));
            }
            Collections.shuffle(pending, random);
            // Delivered now, and again at the end.
            pointers.deliver(List.copyOf(pending.subList(0, pending.size() / 2)));
        }
        Collections.shuffle(pending, random);
        assertThat(pointers.deliver(pending)).isEqualTo("{\"batchItemFailures\":[]}");
        return true;
    }
}
