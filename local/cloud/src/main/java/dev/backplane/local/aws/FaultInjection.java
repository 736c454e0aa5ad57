package dev.backplane.local.aws;

import dev.backplane.local.iam.Caller;
import java.io.IOException;
import java.net.SocketException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import software.amazon.awssdk.http.HttpExecuteResponse;

/**
 * Fault injection for AWS calls and function invocations.
 *
 * <p>Faults affect calls with a role only, never the account owner. Each fault applies to a fixed number of calls,
 * in the order in which faults were added.
 */
public final class FaultInjection {

    private static final int SERVER_ERROR = 500;
    private static final int UNAVAILABLE = 503;
    private static final int CLIENT_ERROR = 400;
    private static final int TOO_MANY_REQUESTS = 429;

    private final List<Fault<Call>> calls = new CopyOnWriteArrayList<>();
    private final List<Fault<String>> invocations = new CopyOnWriteArrayList<>();
    private final List<Fault<String>> snapshots = new CopyOnWriteArrayList<>();

    /**
     * A call to AWS.
     *
     * @param role the name of the caller's role
     * @param session the session name, such as a function name
     * @param service the endpoint prefix, such as {@code dynamodb}
     * @param region the region of the endpoint
     */
    public record Call(String role, String session, String service, String region, String action) {

        static Call of(Caller caller, AwsService service, AwsRequest request) {
            List<String> labels = List.of(request.host().split("\\.", -1));
            // The host names of buckets begin with the name of the bucket.
            int at = Math.max(labels.indexOf("s3"), 0);
            return new Call(
                    caller.role().name(),
                    caller.session(),
                    labels.get(at),
                    at + 1 < labels.size() ? labels.get(at + 1) : "",
                    service.operation(request));
        }

        /** Returns whether this is one of the operations; any operation when none is given. */
        public boolean is(String service, String... actions) {
            return this.service.equals(service)
                    && (actions.length == 0 || List.of(actions).contains(action));
        }
    }

    private enum Kind {
        REFUSE,
        LOSE_ANSWER,
        KILL
    }

    /** The sandbox of a function ends, so no code of the function runs after the call. */
    private static final class KilledError extends Error {

        private static final long serialVersionUID = 1;

        KilledError() {
            super("The sandbox was killed (injected fault)");
        }
    }

    private record Fault<T>(Predicate<T> selector, Kind kind, String code, AtomicInteger left) {

        boolean applies(T call) {
            return selector.test(call) && left.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
        }
    }

    /** Makes the next calls fail with an error, such as {@code ThrottlingException}. */
    public void answer(int times, Predicate<Call> selector, String code) {
        calls.add(new Fault<>(selector, Kind.REFUSE, code, new AtomicInteger(times)));
    }

    /** Performs the next calls but drops the connection before the response. */
    public void loseAnswer(int times, Predicate<Call> selector) {
        calls.add(new Fault<>(selector, Kind.LOSE_ANSWER, "", new AtomicInteger(times)));
    }

    /** Performs the next calls and then ends the invocation, as if its sandbox were killed. */
    public void kill(int times, Predicate<Call> selector) {
        calls.add(new Fault<>(selector, Kind.KILL, "", new AtomicInteger(times)));
    }

    /**
     * Makes the next invocations fail before the handler runs.
     *
     * @param selector selects functions by full name
     */
    public void failInvocation(int times, Predicate<String> selector, String message) {
        invocations.add(new Fault<>(selector, Kind.REFUSE, message, new AtomicInteger(times)));
    }

    /** Makes Lambda reject the next invocations of this function for a missing snapshot. */
    public void loseSnapshot(int times, String function) {
        snapshots.add(new Fault<>(function::equals, Kind.REFUSE, "", new AtomicInteger(times)));
    }

    /** Removes all remaining faults. */
    public void clear() {
        calls.clear();
        invocations.clear();
        snapshots.clear();
    }

    /** Returns the error message for an invocation, if it must fail. */
    public Optional<String> invocation(String function) {
        return find(invocations, function).map(Fault::code);
    }

    /** Returns whether an invocation must be rejected for a missing snapshot. */
    public boolean snapshotIsMissing(String function) {
        return find(snapshots, function).isPresent();
    }

    HttpExecuteResponse perform(Caller caller, AwsService service, AwsRequest request) throws IOException {
        Optional<Fault<Call>> fault = find(calls, Call.of(caller, service, request));
        if (fault.isEmpty()) {
            return service.perform(request);
        }
        String code = fault.get().code();
        return switch (fault.get().kind()) {
            case REFUSE -> service.failed(status(code), code, "Injected fault");
            case LOSE_ANSWER -> {
                service.perform(request);
                throw new SocketException("Connection reset (injected fault)");
            }
            case KILL -> {
                service.perform(request);
                throw new KilledError();
            }
        };
    }

    private static <T> Optional<Fault<T>> find(List<Fault<T>> faults, T call) {
        return faults.stream().filter(fault -> fault.applies(call)).findFirst();
    }

    private static int status(String code) {
        if (code.startsWith("ServiceUnavailable")) {
            return UNAVAILABLE;
        }
        if (code.equals("TooManyRequestsException")) {
            return TOO_MANY_REQUESTS;
        }
        return code.startsWith("Internal") || code.equals("ServiceException") ? SERVER_ERROR : CLIENT_ERROR;
    }
}
