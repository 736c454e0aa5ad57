package dev.backplane.userdata.store;

import static dev.backplane.userdata.store.Attributes.FEED;
import static dev.backplane.userdata.store.Attributes.GENERATION;
import static dev.backplane.userdata.store.Attributes.SEQUENCE;

import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.userdata.App;
import java.util.Optional;

/**
 * The position of a user in the feed of an app: the number of the last change. It is stored in the user's counters.
 *
 * <p>Counters without a position belong to a user whose changes are not recorded: the feed is off, or was switched on and
 * not read for this user since.
 *
 * @param feed the id of the app's feed
 * @param generation the id of this sequence; numbers of different generations are not comparable
 * @param last the number of the last change
 */
record FeedPosition(String feed, String generation, long last) {

    /** The feed of counters that remain without a feed and without values; no app has it. */
    static final String NO_FEED = "-";

    private static final int DIGITS = 16;

    /** Returns the feed that counters belong to, which may be switched off by now. */
    static Optional<String> feedOf(Optional<Item> counters) {
        return counters.flatMap(row -> row.findText(FEED));
    }

    /** Returns the position in the feed of an app; empty if the counters do not belong to it. */
    static Optional<FeedPosition> of(Optional<Item> counters, App app) {
        return counters.filter(
                        row -> app.feed().isPresent() && row.findText(FEED).equals(app.feed()))
                .map(FeedPosition::read);
    }

    /** Reads the position of counters that have one. */
    static FeedPosition read(Item counters) {
        return new FeedPosition(counters.text(FEED), counters.text(GENERATION), counters.number(SEQUENCE));
    }

    FeedPosition plus(int changes) {
        return new FeedPosition(feed, generation, last + changes);
    }

    /** Returns the sort key of a change in the index by sequence. */
    String sequence(long number) {
        return sequence(generation, number);
    }

    static String sequence(String generation, long number) {
        String digits = Long.toString(number);
        return generation + "#" + "0".repeat(DIGITS - digits.length()) + digits;
    }

    /** Returns the number of a change. */
    static long number(String sequence) {
        return Long.parseLong(sequence.substring(sequence.indexOf('#') + 1));
    }

    ItemUpdate setIn(ItemUpdate counters) {
        return counters.set(FEED, Values.text(feed))
                .set(GENERATION, Values.text(generation))
                .set(SEQUENCE, Values.number(last));
    }
}
