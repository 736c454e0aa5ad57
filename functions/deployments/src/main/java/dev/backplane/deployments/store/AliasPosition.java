package dev.backplane.deployments.store;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.Variant;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Values;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The position of an alias in the list of a deployment: {@code <CreateDate>#R#<HostnameRev>#<BasePath>}, or with
 * {@code #CN#} if the deployment is the second one of a split.
 */
public record AliasPosition(Instant createdAt, AliasId alias, Variant variant) {

    static final String ROUTE_MARK = "#R#";
    static final String CONFIG_MARK = "#CN#";

    /**
     * Parses the result of {@link #toString}.
     *
     * @throws InvalidValueException if the text is not a position
     */
    public static AliasPosition parse(String text) {
        int mark = text.indexOf('#');
        String rest = text.substring(Math.max(0, mark));
        Variant variant = rest.startsWith(CONFIG_MARK) ? Variant.NEW : Variant.STABLE;
        String prefix = mark(variant);
        if (!rest.startsWith(prefix)) {
            throw new InvalidValueException("not a position: " + text);
        }
        AliasKey key = AliasKey.parse(rest.substring(prefix.length()));
        return new AliasPosition(Times.parse(text.substring(0, mark)), key.id(), variant);
    }

    private static String mark(Variant variant) {
        return switch (variant) {
            case STABLE -> ROUTE_MARK;
            case NEW -> CONFIG_MARK;
        };
    }

    /** Returns the key of the entry in the index, from which a query continues. */
    Map<String, AttributeValue> startKey(DeploymentKey deployment) {
        AliasKey key = new AliasKey(alias);
        Map<String, AttributeValue> start = new HashMap<>(
                switch (variant) {
                    case STABLE -> key.route();
                    case NEW -> key.split();
                });
        start.put(Attributes.GSI1PK, Values.text(deployment.sort()));
        start.put(Attributes.GSI1SK, Values.text(toString()));
        return start;
    }

    @Override
    public String toString() {
        return Times.format(createdAt) + mark(variant) + new AliasKey(alias);
    }
}
