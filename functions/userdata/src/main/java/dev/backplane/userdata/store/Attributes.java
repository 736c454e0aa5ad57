package dev.backplane.userdata.store;

import dev.backplane.platform.dynamo.Values;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The attributes of all rows, with the names of the original table design where it has them. */
final class Attributes {

    static final String USER = "user";
    static final String KEY = "key";
    static final String APP = "app";
    static final String APP_USER = "appUser";
    static final String APP_KEY = "appKey";
    static final String APP_SHARD = "appShard";

    static final String VALUE = "value";
    /** A value that is smaller deflated. */
    static final String PACKED = "packed";

    static final String SIZE = "size";
    static final String VERSION = "version";
    static final String CREATED_AT = "createdAt";
    static final String UPDATED_AT = "updatedAt";
    static final String CONTENT_TYPE = "contentType";

    /** A number that can be counted up, and how many digits after the point it may have. */
    static final String NUMBER = "number";

    static final String SCALE = "scale";

    /** What a remembered increment was counted by, what came of it, and until when it is remembered, in seconds. */
    static final String BY = "by";

    static final String RESULT = "result";

    static final String EXPIRES = "expires";

    static final String BYTES = "bytes";
    /** Changes with every change of the counters, and never returns to a value it had. */
    static final String REV = "rev";

    static final String QUOTA_BYTES = "quotaBytes";

    /** Which attempt to remove an app is under way: the time of its start, and what makes it unlike any other. */
    static final String REMOVING = "removing";

    private Attributes() {}

    static Map<String, AttributeValue> key(String partitionName, String partition, String sortName, String sort) {
        return Map.of(partitionName, Values.text(partition), sortName, Values.text(sort));
    }
}
