package dev.backplane.local.eventbridge;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.account.Account;
import dev.backplane.local.aws.AwsRequest;
import dev.backplane.local.aws.AwsResponses;
import dev.backplane.local.aws.AwsService;
import dev.backplane.local.iam.AccessRequest;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.http.HttpExecuteResponse;

/** The EventBridge endpoint. */
public final class EventBridgeService implements AwsService {

    private final PutEvents putEvents;

    public EventBridgeService(EventBuses buses, Clock clock) {
        this.putEvents = new PutEvents(buses, clock);
    }

    @Override
    public List<String> hosts() {
        return List.of("events." + Account.REGION + ".amazonaws.com");
    }

    @Override
    public Optional<List<AccessRequest>> accesses(AwsRequest request) {
        if (!request.action().equals("PutEvents")) {
            return Optional.empty();
        }
        return Optional.of(request.body()
                .path("Entries")
                .valueStream()
                .map(EventBridgeService::bus)
                .distinct()
                .map(bus -> new AccessRequest("events:PutEvents", EventBuses.arn(bus)))
                .toList());
    }

    @Override
    public HttpExecuteResponse perform(AwsRequest request) {
        if (!request.action().equals("PutEvents")) {
            return AwsResponses.notOffered(request);
        }
        JsonNode entries = request.body().path("Entries");
        return PutEvents.refusal(entries)
                .map(reason -> AwsResponses.refused("ValidationException", reason))
                .orElseGet(() -> AwsResponses.ok(putEvents.put(entries)));
    }

    static String bus(JsonNode entry) {
        return EventBuses.name(entry.path("EventBusName").asText(EventBuses.DEFAULT));
    }
}
