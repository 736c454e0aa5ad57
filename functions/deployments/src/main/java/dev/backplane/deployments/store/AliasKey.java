package dev.backplane.deployments.store;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.BasePath;
import dev.backplane.deployments.Hostname;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.dynamo.Values;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The sort key that both rows of an alias share: {@code <HostnameRev>#<BasePath>}. */
public record AliasKey(AliasId id) {

    /** The partition of the route rows. */
    public static final String ROUTES = "ROUTES";

    /** The partition of the configuration rows. */
    static final String CONFIG = "CONFIGNEXTJS";

    /**
     * Parses the result of {@link #toString}.
     *
     * @throws InvalidValueException if the text is not such a key
     */
    public static AliasKey parse(String text) {
        int mark = text.indexOf('#');
        if (mark < 0) {
            throw new InvalidValueException("not an alias: " + text);
        }
        Hostname host =
                Hostname.parse(Hostname.ofReversed(text.substring(0, mark)).value());
        AliasKey key = new AliasKey(new AliasId(host, BasePath.parse(text.substring(mark + 1))));
        if (!key.toString().equals(text)) {
            throw new InvalidValueException("not the canonical form of an alias: " + text);
        }
        return key;
    }

    Map<String, AttributeValue> route() {
        return Values.key(ROUTES, toString());
    }

    Map<String, AttributeValue> config() {
        return Values.key(CONFIG, toString());
    }

    @Override
    public String toString() {
        return id.host().reversed() + '#' + id.path();
    }
}
