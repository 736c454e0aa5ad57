package dev.backplane.deployments.store;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.BasePath;
import dev.backplane.deployments.Hostname;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.dynamo.Values;
import java.util.Locale;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The sort key that the rows of an alias share: {@code <HostnameRev>#<BasePath>}. */
public record AliasKey(AliasId id) {

    /** The partition of the route rows. */
    public static final String ROUTES = "ROUTES";

    /** The partition of the configuration rows. */
    static final String CONFIG = "CONFIGNEXTJS";

    /** The partition of the configurations of splits. */
    static final String SPLIT = "CONFIGSPLIT";

    /** The partition of an alias's history begins with this. */
    public static final String HISTORY_PREFIX = "H#";

    private static final int REVISION_DIGITS = 12;

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

    /**
     * Parses the partition of a history.
     *
     * @throws InvalidValueException if the text is not such a partition
     */
    public static AliasKey parseHistory(String partition) {
        if (!partition.startsWith(HISTORY_PREFIX)) {
            throw new InvalidValueException("not a history: " + partition);
        }
        return parse(partition.substring(HISTORY_PREFIX.length()));
    }

    Map<String, AttributeValue> route() {
        return Values.key(ROUTES, toString());
    }

    Map<String, AttributeValue> config() {
        return Values.key(CONFIG, toString());
    }

    Map<String, AttributeValue> split() {
        return Values.key(SPLIT, toString());
    }

    String history() {
        return HISTORY_PREFIX + this;
    }

    Map<String, AttributeValue> history(long revision) {
        return Values.key(history(), sort(revision));
    }

    /** Returns the sort key of a history row; keys sort as revisions do. */
    public static String sort(long revision) {
        return String.format(Locale.ROOT, "%0" + REVISION_DIGITS + "d", revision);
    }

    /**
     * Parses the result of {@link #sort}.
     *
     * @throws InvalidValueException if the text is not such a key
     */
    public static long revision(String sort) {
        if (!sort.matches("[0-9]{" + REVISION_DIGITS + "}")) {
            throw new InvalidValueException("not a revision: " + sort);
        }
        return Long.parseLong(sort);
    }

    @Override
    public String toString() {
        return id.host().reversed() + '#' + id.path();
    }
}
