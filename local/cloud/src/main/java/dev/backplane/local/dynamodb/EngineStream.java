package dev.backplane.local.dynamodb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.account.Account;
import dev.backplane.local.aws.Engine;
import dev.backplane.local.aws.EngineCallException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A stream of DynamoDB Local, with its records converted to AWS's form. */
public final class EngineStream implements StreamSource {

    /** The engine truncates the time of a record to the minute. */
    private static final Duration CUT_OFF = Duration.ofSeconds(59);

    private static final String TRIMMED = "TrimmedDataAccessException";
    private static final Set<String> STALE = Set.of(TRIMMED, "ExpiredIteratorException");

    private final Engine engine;
    private final String engineArn;
    private final String streamArn;
    private final ExpiryLedger ledger;
    private final InstantSource clock;

    public EngineStream(Engine engine, String engineArn, String streamArn, ExpiryLedger ledger, InstantSource clock) {
        this.engine = engine;
        this.engineArn = engineArn;
        this.streamArn = streamArn;
        this.ledger = ledger;
        this.clock = clock;
    }

    @Override
    public List<StreamShard> shards() {
        List<StreamShard> shards = new ArrayList<>();
        ObjectNode request = object().put("StreamArn", engineArn);
        JsonNode last;
        do {
            JsonNode description = engine.call("DescribeStream", request).path("StreamDescription");
            description.path("Shards").valueStream().map(EngineStream::shard).forEach(shards::add);
            last = description.path("LastEvaluatedShardId");
            request.set("ExclusiveStartShardId", last);
        } while (last.isTextual());
        return shards;
    }

    @Override
    public String iterator(String shard, Optional<String> after) {
        ObjectNode request = object().put("StreamArn", engineArn).put("ShardId", shard);
        if (after.isEmpty()) {
            return oldest(request);
        }
        try {
            return iterator(request.deepCopy()
                    .put("ShardIteratorType", "AFTER_SEQUENCE_NUMBER")
                    .put("SequenceNumber", after.get()));
        } catch (EngineCallException refused) {
            if (refused.type().equals(TRIMMED)) {
                return oldest(request);
            }
            throw refused;
        }
    }

    private String oldest(ObjectNode request) {
        return iterator(request.put("ShardIteratorType", "TRIM_HORIZON"));
    }

    private String iterator(ObjectNode request) {
        return engine.call("GetShardIterator", request).path("ShardIterator").asText();
    }

    @Override
    public Page read(String iterator) throws StaleIteratorException {
        return ledger.whileNothingExpires(() -> page(iterator));
    }

    private Page page(String iterator) throws StaleIteratorException {
        JsonNode answer = records(iterator);
        JsonNode next = answer.path("NextShardIterator");
        return new Page(
                answer.path("Records").valueStream().map(this::changeRecord).toList(),
                next.isTextual() ? Optional.of(next.textValue()) : Optional.empty());
    }

    private JsonNode records(String iterator) throws StaleIteratorException {
        try {
            return engine.call("GetRecords", object().put("ShardIterator", iterator));
        } catch (EngineCallException refused) {
            // The engine reports the start of an empty shard as trimmed when its first record arrives.
            if (STALE.contains(refused.type())) {
                throw new StaleIteratorException(refused);
            }
            throw refused;
        }
    }

    private TableChange changeRecord(JsonNode stored) {
        ObjectNode json = stored.deepCopy();
        ObjectNode change = (ObjectNode) json.path("dynamodb");
        Instant created = created(change.path("ApproximateCreationDateTime"));
        change.put("ApproximateCreationDateTime", created.getEpochSecond());
        json.put("eventID", stored.path("eventID").asText().replace("-", ""))
                .put("awsRegion", Account.REGION)
                .put("eventSourceARN", streamArn);
        String number = change.path("SequenceNumber").asText();
        if (ledger.of(streamArn).isExpiry(number)) {
            json.putObject("userIdentity").put("type", "Service").put("principalId", "dynamodb.amazonaws.com");
        }
        return new TableChange(number, created, json);
    }

    /** Returns the latest possible time: most records are read right after they were written. */
    private Instant created(JsonNode approximate) {
        Instant latest = Instant.ofEpochSecond(approximate.asLong()).plus(CUT_OFF);
        Instant now = clock.instant();
        return now.isBefore(latest) ? now : latest;
    }

    private static StreamShard shard(JsonNode shard) {
        JsonNode parent = shard.path("ParentShardId");
        return new StreamShard(
                shard.path("ShardId").asText(),
                parent.isTextual() ? Optional.of(parent.textValue()) : Optional.empty());
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
