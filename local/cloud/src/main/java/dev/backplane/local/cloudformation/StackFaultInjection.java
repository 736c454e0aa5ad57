package dev.backplane.local.cloudformation;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;

/** Fault injection for stacks: failing and blocked resources. */
final class StackFaultInjection {

    private final List<Failure> failures = new CopyOnWriteArrayList<>();
    private final List<Hold> holds = new CopyOnWriteArrayList<>();

    private record Failure(Pattern stack, String logicalId, String reason, AtomicBoolean used) {

        boolean applies(String name, String id) {
            return stack.matcher(name).matches() && logicalId.equals(id) && used.compareAndSet(false, true);
        }
    }

    /** Blocks matching resources until closed. */
    final class Hold implements AutoCloseable {

        private final Pattern stack;
        private final String logicalId;
        private final CompletableFuture<Void> released = new CompletableFuture<>();

        private Hold(Pattern stack, String logicalId) {
            this.stack = stack;
            this.logicalId = logicalId;
        }

        private boolean holds(String name, String id) {
            return stack.matcher(name).matches() && logicalId.equals(id);
        }

        @Override
        public void close() {
            holds.remove(this);
            released.complete(null);
        }
    }

    void failNext(String stackNamePattern, String logicalId, String reason) {
        failures.add(new Failure(Pattern.compile(stackNamePattern), logicalId, reason, new AtomicBoolean()));
    }

    Hold hold(String stackNamePattern, String logicalId) {
        Hold hold = new Hold(Pattern.compile(stackNamePattern), logicalId);
        holds.add(hold);
        return hold;
    }

    /** Applies matching faults before a resource operation. */
    void before(ResourceRequest work) throws ResourceException {
        String stack = work.stack().name();
        for (Hold hold : holds) {
            if (hold.holds(stack, work.logicalId())) {
                await(hold, work.cancellation());
            }
        }
        for (Failure failure : failures) {
            if (failure.applies(stack, work.logicalId())) {
                throw new ResourceException(failure.reason());
            }
        }
    }

    private static void await(Hold hold, Cancellation cancellation) throws ResourceException {
        try {
            CompletableFuture.anyOf(hold.released, cancellation.signal()).get();
            if (cancellation.isCancelled()) {
                throw new ResourceException("Resource creation cancelled");
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new StoppedException();
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
