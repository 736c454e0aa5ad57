package dev.backplane.layers.store;

import dev.backplane.platform.dynamo.Values;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The attributes of the table, in the words of the data model. */
final class Attributes {

    static final String PK = "pk";
    static final String SK = "sk";
    static final String PACKAGE = "pckg";
    static final String REGION = "rgn";
    static final String PACKAGE_VERSION = "pckgVrsn";
    static final String LAYER_VERSION = "lyrVrsn";
    static final String BUILD_VERSION = "bltVrsn";
    static final String MAX_VERSION = "maxVrsn";
    static final String ARN = "arn";
    static final String REQUIREMENTS_TEXT = "rqrmntsTxt";
    static final String REQUIREMENTS_HASH = "rqrmntsHsh";
    static final String CREATED = "crtdDt";
    static final String DEPLOY_STATUS = "dplySts";
    static final String EXPIRES = "exDt";
    static final String DELETED = "dltdDt";
    static final String DELETE_FAILED = "dltFldDt";
    static final String DELETE_FAILED_REASON = "dltFldRsn";

    private Attributes() {}

    static Map<String, AttributeValue> key(String partition, String sort) {
        return Map.of(PK, Values.text(partition), SK, Values.text(sort));
    }
}
