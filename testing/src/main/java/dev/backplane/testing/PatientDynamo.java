package dev.backplane.testing;

import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Retry;
import java.util.Random;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** DynamoDB for races on a busy machine: only pauses count towards the retry limit, calls do not. */
public final class PatientDynamo {

    private PatientDynamo() {}

    public static Dynamo over(DynamoDbClient client) {
        return new Dynamo(client, new Retry(Thread::sleep, new Random(), () -> 0L));
    }

    /** Returns the same with the test's own pauses. */
    public static Dynamo over(DynamoDbClient client, Retry.Sleeper sleeper) {
        return new Dynamo(client, new Retry(sleeper, new Random(1), () -> 0L));
    }
}
