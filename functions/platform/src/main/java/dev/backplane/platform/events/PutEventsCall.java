package dev.backplane.platform.events;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;
import software.amazon.awssdk.services.eventbridge.model.PutEventsResultEntry;

/** One PutEvents call: the events of a list that fit into it, and the result. */
final class PutEventsCall {

    static final int MAX_ENTRIES = 10;
    static final int MAX_BYTES = 256 * 1024;
    static final int MAX_SENDS = 3;

    private final List<Entry> left = new ArrayList<>();
    private final List<Entry> oversize = new ArrayList<>();
    private final Set<Object> keys = new HashSet<>();
    private int bytes;
    private int end;

    private PutEventsCall(int start) {
        end = start;
    }

    /**
     * Takes as many events as fit into one call, starting at an index; events that exceed the size limit are skipped.
     */
    static PutEventsCall of(List<KeyedEvent> all, int start, String bus) {
        PutEventsCall call = new PutEventsCall(start);
        while (call.end < all.size() && call.take(all.get(call.end), bus)) {
            call.end++;
        }
        return call;
    }

    private boolean take(KeyedEvent keyed, String bus) {
        Entry entry = Entry.of(end, keyed.event(), bus);
        boolean fits = left.size() < MAX_ENTRIES && bytes + entry.bytes() <= MAX_BYTES;
        boolean tooLarge = entry.bytes() > MAX_BYTES;
        if (!(fits || tooLarge) || !keys.add(keyed.key())) {
            return false;
        }
        if (tooLarge) {
            oversize.add(entry);
        } else {
            left.add(entry);
            bytes += entry.bytes();
        }
        return true;
    }

    static boolean fits(DomainEvent event, String bus) {
        return Entry.of(0, event, bus).bytes() <= MAX_BYTES;
    }

    /** Returns the index of the first event that is left for a later call. */
    int end() {
        return end;
    }

    /** Returns the indexes of the events that could not be published. */
    List<Integer> missing() {
        return Stream.concat(oversize.stream(), left.stream()).map(Entry::index).toList();
    }

    /**
     * Sends the events; rejected entries are sent again without the others.
     *
     * @return why some are missing; empty if none is
     */
    Optional<RuntimeException> send(EventBridgeClient client) {
        Optional<RuntimeException> failure = Optional.empty();
        try {
            for (int sends = 0; sends < MAX_SENDS && !left.isEmpty(); sends++) {
                failure = sendOnce(client);
            }
        } catch (SdkException e) {
            failure = Optional.of(e);
        }
        return failure.or(() -> oversize.stream().findFirst().map(PutEventsCall::tooLarge));
    }

    private Optional<RuntimeException> sendOnce(EventBridgeClient client) {
        List<Entry> sent = List.copyOf(left);
        List<PutEventsResultEntry> results = client.putEvents(request ->
                        request.entries(sent.stream().map(Entry::request).toList()))
                .entries();
        left.clear();
        Optional<RuntimeException> failure = Optional.empty();
        for (int i = 0; i < sent.size(); i++) {
            PutEventsResultEntry result = results.get(i);
            if (result.errorCode() != null) {
                left.add(sent.get(i));
                failure = failure.or(() -> Optional.of(refused(result)));
            }
        }
        return failure;
    }

    private static RuntimeException refused(PutEventsResultEntry result) {
        return new IllegalStateException(
                "EventBridge rejected an event: " + result.errorCode() + " " + result.errorMessage());
    }

    private static RuntimeException tooLarge(Entry entry) {
        return new IllegalStateException("an event of " + entry.bytes() + " bytes is too large for EventBridge");
    }

    /**
     * An event as a PutEvents entry.
     *
     * @param bytes the size as EventBridge counts it, without time and resources, which the suite does not send
     */
    private record Entry(int index, PutEventsRequestEntry request, int bytes) {

        static Entry of(int index, DomainEvent event, String bus) {
            String detail = event.detail().compact();
            PutEventsRequestEntry request = PutEventsRequestEntry.builder()
                    .eventBusName(bus)
                    .source(event.source())
                    .detailType(event.type())
                    .detail(detail)
                    .build();
            return new Entry(index, request, utf8(event.source()) + utf8(event.type()) + utf8(detail));
        }

        private static int utf8(String text) {
            return text.getBytes(StandardCharsets.UTF_8).length;
        }
    }
}
