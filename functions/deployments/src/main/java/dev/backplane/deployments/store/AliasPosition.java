package dev.backplane.deployments.store;

import dev.backplane.deployments.AliasId;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Times;
import java.time.Instant;

/** The position of an alias in the list of its deployment: {@code <CreateDate>#R#<HostnameRev>#<BasePath>}. */
public record AliasPosition(Instant createDate, AliasId alias) {

    static final String ROUTE_MARK = "#R#";
    static final String CONFIG_MARK = "#CN#";

    /**
     * Parses the result of {@link #toString}.
     *
     * @throws InvalidValueException if the text is not a position
     */
    public static AliasPosition parse(String text) {
        int mark = text.indexOf(ROUTE_MARK);
        if (mark < 0) {
            throw new InvalidValueException("not a position: " + text);
        }
        AliasKey key = AliasKey.parse(text.substring(mark + ROUTE_MARK.length()));
        return new AliasPosition(Times.parse(text.substring(0, mark)), key.id());
    }

    /** Returns the sort key of the configuration row in the same index. */
    String ofConfig() {
        return Times.format(createDate) + CONFIG_MARK + new AliasKey(alias);
    }

    @Override
    public String toString() {
        return Times.format(createDate) + ROUTE_MARK + new AliasKey(alias);
    }
}
