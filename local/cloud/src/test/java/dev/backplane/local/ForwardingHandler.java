package dev.backplane.local;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.backplane.platform.Platform;
import dev.backplane.platform.events.DomainEvent;
import dev.backplane.platform.events.EventPublisher;
import dev.backplane.platform.events.KeyedEvent;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;

/** Publishes every record of a stream or queue unchanged, and fails for "poison". */
public final class ForwardingHandler implements RequestStreamHandler {

    private final EventPublisher events;

    public ForwardingHandler(Platform platform) {
        this.events = platform.events();
    }

    @Override
    public void handleRequest(InputStream in, OutputStream out, Context context) throws IOException {
        for (JsonNode change : new ObjectMapper().readTree(in).path("Records")) {
            if (change.at("/dynamodb/Keys/PK/S").asText().equals("poison")
                    || change.path("body").asText().equals("poison")) {
                throw new IllegalStateException("poison");
            }
            Obj detail = new Obj(Map.of("change", new Text(change.toString())));
            DomainEvent event = new DomainEvent("test.things", "ThingChanged", detail);
            if (!events.publish(List.of(new KeyedEvent("thing", event)))
                    .missing()
                    .isEmpty()) {
                throw new IllegalStateException("the bus does not take events");
            }
        }
    }
}
