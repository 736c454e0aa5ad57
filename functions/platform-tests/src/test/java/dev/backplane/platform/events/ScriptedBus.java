package dev.backplane.platform.events;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequest;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;
import software.amazon.awssdk.services.eventbridge.model.PutEventsResponse;
import software.amazon.awssdk.services.eventbridge.model.PutEventsResultEntry;

/** An event bus that rejects what a test selects, and records what it receives. */
final class ScriptedBus implements EventBridgeClient {

    private final List<List<PutEventsRequestEntry>> calls = new ArrayList<>();
    private final List<String> accepted = new ArrayList<>();
    private final List<String> refusals = new ArrayList<>();
    private final Set<String> alwaysRefused = new HashSet<>();
    private int goodCalls = Integer.MAX_VALUE;
    private @Nullable RuntimeException failure;

    /** Rejects the next entry with an id, once. */
    ScriptedBus refuse(String id) {
        refusals.add(id);
        return this;
    }

    /** Always rejects the entry with an id. */
    ScriptedBus alwaysRefuse(String id) {
        alwaysRefused.add(id);
        return this;
    }

    /** Throws on every call after a number of successful ones. */
    ScriptedBus failFrom(int goodCallsBefore, RuntimeException exception) {
        goodCalls = goodCallsBefore;
        failure = exception;
        return this;
    }

    /** Returns the calls that were answered. */
    List<List<PutEventsRequestEntry>> calls() {
        return calls;
    }

    /** Returns the ids of all entries of the calls that were answered. */
    List<String> sent() {
        return calls.stream().flatMap(call -> ids(call).stream()).toList();
    }

    /** Returns the ids of the entries that were accepted. */
    Stream<String> accepted() {
        return accepted.stream();
    }

    static List<String> ids(List<PutEventsRequestEntry> entries) {
        return entries.stream().map(ScriptedBus::id).toList();
    }

    private static String id(PutEventsRequestEntry entry) {
        String detail = entry.detail();
        int start = detail.indexOf(":\"") + 2;
        return detail.substring(start, detail.indexOf('"', start));
    }

    @Override
    public PutEventsResponse putEvents(PutEventsRequest request) {
        if (failure != null && calls.size() >= goodCalls) {
            throw failure;
        }
        calls.add(request.entries());
        return PutEventsResponse.builder()
                .entries(request.entries().stream().map(this::answer).toList())
                .build();
    }

    private PutEventsResultEntry answer(PutEventsRequestEntry entry) {
        String id = id(entry);
        if (alwaysRefused.contains(id) || refusals.remove(id)) {
            return PutEventsResultEntry.builder()
                    .errorCode("ThrottlingException")
                    .errorMessage("slow down")
                    .build();
        }
        accepted.add(id);
        return PutEventsResultEntry.builder().eventId("event-" + id).build();
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    @Override
    public void close() {}
}
