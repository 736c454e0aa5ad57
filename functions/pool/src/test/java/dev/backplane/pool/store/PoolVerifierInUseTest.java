package dev.backplane.pool.store;

import static dev.backplane.testing.Threads.untilServed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.pool.AccountState;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.Finding;
import dev.backplane.pool.Lease;
import dev.backplane.pool.PoolSettings;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Threads;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@ValueSource(ints = {1, 4})
class PoolVerifierInUseTest {

    @Parameter
    private int shards;

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO, Map.of(PoolSettings.POOL_LIST_SHARDS, Integer.toString(shards)));
    }

    @Test
    void verify_whileThePoolIsInUse_raisesNoFalseAlarm() {
        stores.fill(10);
        AtomicInteger running = new AtomicInteger(7);

        List<List<Finding>> findings = Threads.race(8, thread -> {
                    if (thread == 0) {
                        List<Finding> all = new ArrayList<>();
                        while (running.get() > 0) {
                            all.addAll(untilServed(() -> stores.verify(true)).findings());
                        }
                        return all;
                    }
                    try {
                        use(thread);
                    } finally {
                        running.decrementAndGet();
                    }
                    return List.<Finding>of();
                })
                .allResults();

        assertThat(findings).allMatch(List::isEmpty);
        stores.checkInvariants();
    }

    private void use(int thread) {
        for (int i = 0; i < 3; i++) {
            Lease lease = untilServed(() -> stores.lease("user" + thread));
            untilServed(
                    () -> stores.leases.endLease(lease.id(), EndReason.RELEASED, Optional.empty(), StoreFixture.CAUSE));
            untilServed(() -> stores.accounts.markAccount(lease.account(), AccountState.AVAILABLE, StoreFixture.CAUSE));
        }
    }
}
