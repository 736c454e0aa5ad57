package dev.backplane.testing;

import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Retry;
import java.util.Random;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** DynamoDB for races on a busy machine: its pauses count as the time that is used up, and calls do not. */
public final class PatientDynamo {

    private PatientDynamo() {}

    public static Dynamo over(DynamoDbClient client) {
        return new Dynamo(client, new Retry(Thread::sleep, new Random(), () -> 0L));
    }

    /** The same with pauses of a test's own. */
    public static Dynamo over(DynamoDbClient client, Retry.Sleeper sleeper) {
        return new Dynamo(client, new Retry(sleeper, new Random(1), () -> 0L));
    }
}
