package dev.backplane.platform.dynamo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.Deadline;
import dev.backplane.platform.Unavailable;
import dev.backplane.platform.dynamo.Retry.Attempt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RetryTest {

    private final List<Long> pauses = new ArrayList<>();
    private final AtomicInteger tries = new AtomicInteger();
    private final AtomicLong nanoTime = new AtomicLong(Long.MAX_VALUE - 5);

    /** Chooses numbers by their bound. */
    private record Chooser(LongUnaryOperator choice) implements RandomGenerator {

        @Override
        public long nextLong() {
            throw new UnsupportedOperationException("only numbers below a bound are asked for");
        }

        @Override
        public long nextLong(long bound) {
            return choice.applyAsLong(bound);
        }
    }

    private Retry retry(LongUnaryOperator choice) {
        return new Retry(
                pause -> {
                    pauses.add(pause.toMillis());
                    nanoTime.addAndGet(pause.toNanos());
                },
                new Chooser(choice),
                nanoTime::get);
    }

    private Retry longest() {
        return retry(bound -> bound - 1);
    }

    private Supplier<Attempt<String>> lost(int times) {
        return () -> tries.getAndIncrement() < times ? new Attempt.Lost<>() : new Attempt.Done<>("done");
    }

    private long paused() {
        return pauses.stream().mapToLong(Long::longValue).sum();
    }

    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    @Test
    void run_whenTheFirstTrySucceeds_doesNotPause() {
        assertThat(longest().run(lost(0))).isEqualTo("done");
        assertThat(pauses).isEmpty();
    }

    @Test
    void run_whenTriesAreLost_pausesLongerEachTimeUpToALimit() {
        assertThat(longest().run(lost(8))).isEqualTo("done");
        assertThat(tries).hasValue(9);
        assertThat(pauses).containsExactly(20L, 40L, 80L, 160L, 320L, 500L, 500L, 500L);
    }

    @Test
    void run_whenTriesTakeLong_pausesForAsManyOfThemAndNoLonger() {
        List<Long> bounds = new ArrayList<>();
        retry(bound -> {
                    bounds.add(bound);
                    return 0;
                })
                .run(() -> {
                    nanoTime.addAndGet(Duration.ofMillis(20).toNanos());
                    return lost(7).get();
                });
        assertThat(bounds).containsExactly(80L, 160L, 320L, 640L, 960L, 960L, 960L);
    }

    /** Tries that get in each other's way take longer, so that those who wait longer find them over. */
    @Test
    void run_whenTriesTakeLong_pausesLongerFromTheStart() {
        Supplier<Attempt<String>> slow = () -> {
            nanoTime.addAndGet(Duration.ofMillis(30).toNanos());
            return lost(2).get();
        };

        assertThat(longest().run(slow)).isEqualTo("done");
        assertThat(pauses).containsExactly(120L, 240L);
    }

    @Test
    void run_whenATryPausesItself_doesNotTakeThatForWork() {
        Retry retry = longest();
        retry.run(() -> {
            tries.set(0);
            retry.run(lost(2));
            return pauses.size() > 3 ? new Attempt.Done<>("done") : new Attempt.Lost<>();
        });

        assertThat(pauses).containsExactly(20L, 40L, 20L, 20L, 40L);
    }

    private Supplier<Attempt<String>> overtaken(List<String> asked, Duration took) {
        return () -> {
            asked.add("fresh");
            nanoTime.addAndGet(took.toNanos());
            return new Attempt.Overtaken<>(() -> {
                asked.add("at once");
                return asked.size() > 2 ? new Attempt.Done<>("done") : new Attempt.Overtaken<>(lost(0));
            });
        };
    }

    @Test
    void run_whenOvertaken_triesAtOnceFromThere_butOnlyOnce() {
        List<String> asked = new ArrayList<>();

        assertThatThrownBy(() -> longest().run(overtaken(asked, Duration.ofMillis(10))))
                .isInstanceOf(Unavailable.class);
        assertThat(asked.subList(0, 4)).containsExactly("fresh", "at once", "fresh", "fresh");
        assertThat(pauses.getFirst()).isEqualTo(40);
    }

    @Test
    void run_whenATryThatTookLongIsOvertaken_pausesAndLooksAgain() {
        List<String> asked = new ArrayList<>();

        assertThatThrownBy(() -> longest().run(overtaken(asked, Duration.ofMillis(50))))
                .isInstanceOf(Unavailable.class);
        assertThat(asked).containsOnly("fresh");
    }

    @Test
    void run_pausesForAnyTimeUpToTheLongest() {
        List<Long> bounds = new ArrayList<>();

        retry(bound -> {
                    bounds.add(bound);
                    return 0;
                })
                .run(lost(4));

        assertThat(bounds).containsExactly(20L, 40L, 80L, 160L);
        assertThat(pauses).containsExactly(1L, 1L, 1L, 1L);
    }

    @Test
    void run_whenAllTriesAreLost_givesUpAsContendedAfterThreeSeconds() {
        assertThatExceptionOfType(Unavailable.class)
                .isThrownBy(() -> longest().run(lost(Integer.MAX_VALUE)))
                .satisfies(unavailable -> {
                    assertThat(unavailable.code()).isEqualTo("CONTENDED");
                    assertThat(unavailable.retryAfter()).isEqualTo(Duration.ofSeconds(1));
                });
        assertThat(paused()).isEqualTo(3_000);
        assertThat(tries).hasValue(pauses.size() + 1);
    }

    @Test
    void run_whenTheDeadlineHasCome_givesUpAfterALostTry() {
        assertThatExceptionOfType(Unavailable.class)
                .isThrownBy(() -> Deadline.of(1_000).run(() -> longest().run(lost(Integer.MAX_VALUE))))
                .satisfies(unavailable -> assertThat(unavailable.code()).isEqualTo("CONTENDED"));
        assertThat(tries).hasValue(1);
        assertThat(pauses).isEmpty();
    }

    @Test
    void run_whenAnotherTryWouldPassTheDeadline_givesUp() {
        Supplier<Attempt<String>> slow = () -> {
            nanoTime.addAndGet(Duration.ofSeconds(2).toNanos());
            return lost(Integer.MAX_VALUE).get();
        };

        assertThatThrownBy(() -> Deadline.of(2_500).run(() -> longest().run(slow)))
                .isInstanceOf(Unavailable.class);
        assertThat(tries).hasValue(1);
    }

    @Test
    void run_whenPausesAreShort_stillEndsAfterThreeSeconds() {
        assertThatThrownBy(() -> retry(_ -> 0).run(lost(Integer.MAX_VALUE))).isInstanceOf(Unavailable.class);
        assertThat(paused()).isEqualTo(3_000);
    }

    @Test
    void run_whenTheTriesThemselvesTakeLong_countsTheirTime() {
        Supplier<Attempt<String>> slow = () -> {
            nanoTime.addAndGet(Duration.ofMillis(1_100).toNanos());
            return lost(Integer.MAX_VALUE).get();
        };

        assertThatThrownBy(() -> longest().run(slow)).isInstanceOf(Unavailable.class);
        assertThat(tries).hasValue(2);
        assertThat(pauses).containsExactly(1_900L);
    }

    @Test
    void run_whenItGivesUpAfterLongTries_spreadsItsCallersAsWell() {
        Supplier<Attempt<String>> slow = () -> {
            nanoTime.addAndGet(Duration.ofMillis(500).toNanos());
            return new Attempt.Lost<>();
        };

        assertThatExceptionOfType(Unavailable.class)
                .isThrownBy(() -> longest().run(slow))
                .satisfies(e -> assertThat(e.retryAfter()).isEqualTo(Duration.ofSeconds(7)));
        assertThatExceptionOfType(Unavailable.class)
                .isThrownBy(() -> retry(_ -> 0).run(slow))
                .satisfies(e -> assertThat(e.retryAfter()).isEqualTo(Duration.ofSeconds(1)));
    }

    @Test
    void run_whenATryTriesAgainItself_sharesOneBudget() {
        Retry retry = longest();

        assertThatThrownBy(() -> retry.run(() -> {
                    retry.run(lost(3));
                    tries.set(0);
                    return new Attempt.Lost<>();
                }))
                .isInstanceOf(Unavailable.class);
        assertThat(paused()).isEqualTo(3_000);
    }

    @Test
    void run_whenCalledAgainLater_hasAFreshBudget() {
        Retry retry = longest();
        assertThatThrownBy(() -> retry.run(lost(Integer.MAX_VALUE))).isInstanceOf(Unavailable.class);
        tries.set(0);

        assertThat(retry.run(lost(2))).isEqualTo("done");
    }

    @Test
    void run_whenItsTriesAreLimited_givesUpAfterTheLast_andPausesNoLongerThanItMay() {
        assertThatThrownBy(() -> longest().limitedTo(8, Duration.ofMillis(400)).run(lost(Integer.MAX_VALUE)))
                .isInstanceOf(Unavailable.class);

        assertThat(tries).hasValue(8);
        assertThat(pauses).containsExactly(20L, 40L, 80L, 160L, 320L, 400L, 400L);
    }

    @Test
    void run_whenATryThrows_doesNotTryAgain() {
        assertThatThrownBy(() -> longest().run(() -> {
                    tries.incrementAndGet();
                    throw new IllegalStateException("a fault");
                }))
                .hasMessage("a fault");
        assertThat(tries).hasValue(1);
    }

    @Test
    void run_whenInterruptedWhilePausing_endsAndStaysInterrupted() {
        Retry interrupted = new Retry(
                _ -> {
                    throw new InterruptedException();
                },
                new Chooser(_ -> 0));

        assertThatThrownBy(() -> interrupted.run(lost(1))).isInstanceOf(IllegalStateException.class);
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }
}
