package dev.backplane.userdata.api;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.http.EntityTags;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.AppOptions;
import dev.backplane.userdata.CounterNumber;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.ETag;
import dev.backplane.userdata.Expiry;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.Upload;
import dev.backplane.userdata.UploadId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** The types of parameters. */
final class Fields {

    static final InputType<AppName> APP = InputType.text(AppName::parse);
    static final InputType<DataKey> KEY = InputType.text(DataKey::parse);
    static final InputType<UploadId> UPLOAD_ID = InputType.text(UploadId::parse);
    static final InputType<String> PREFIX = InputType.text(DataKey::parsePrefix);
    static final InputType<Realm> REALM = InputType.text(Realm::parse);
    static final InputType<String> CONTENT_TYPE = InputType.text(Fields::contentType);

    private static final int MIN_SECONDS = Math.toIntExact(Expiry.MIN.toSeconds());
    private static final int MAX_SECONDS = Math.toIntExact(Expiry.MAX.toSeconds());

    /** The lifetime of a value, in the query. */
    static final InputType<Expiry> LIFETIME = value -> new Expiry.After(
            Duration.ofSeconds(InputType.integer(MIN_SECONDS, MAX_SECONDS).read(value)));

    /** The lifetime of a blob, in the body. */
    static final InputType<Duration> UPLOAD_LIFETIME = value ->
            Duration.ofSeconds(InputType.number(MIN_SECONDS, MAX_SECONDS).read(value));

    /** The lifetime of a value, in the body. */
    static final InputType<Expiry> ENTRY_LIFETIME = value -> new Expiry.After(UPLOAD_LIFETIME.read(value));

    /** The size of a large blob; one that is too large has a problem of its own. */
    static final InputType<Integer> UPLOAD_BYTES = InputType.number(Upload.MIN_BYTES, Integer.MAX_VALUE);

    /** A checksum in hexadecimal. */
    static final InputType<String> SHA256 = InputType.text(Fields::sha256);

    static final int MAX_KEYS = 100;

    static final InputType<List<DataKey>> KEYS = value -> {
        if (value instanceof Arr(List<JsonValue> elements) && elements.size() <= MAX_KEYS) {
            List<DataKey> keys = elements.stream().map(KEY::read).toList();
            if (keys.stream().distinct().count() == keys.size()) {
                return keys;
            }
        }
        throw new InvalidValueException("must be an array of at most " + MAX_KEYS + " different keys");
    };

    /** Entity tags as in {@code If-Match}; a single one also without quotes. */
    static final InputType<EntityTags> ENTITY_TAGS =
            InputType.text(text -> ETag.parse(text).isPresent() ? EntityTags.of(text) : EntityTags.parse(text));

    /** Any value, for fields that have their own problem code. */
    static final InputType<JsonValue> ANYTHING = value -> value;

    static final InputType<CounterNumber> NUMBER = value -> {
        if (value instanceof Num(String literal)) {
            return CounterNumber.parse(literal)
                    .orElseThrow(() -> new InvalidValueException("must have at most 38 digits, within 1e-130..1e125"));
        }
        throw new InvalidValueException("must be a number, but is " + value.kind());
    };

    private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
    private static final Pattern MEDIA_TYPE = Pattern.compile(TOKEN + "/" + TOKEN + "(?:[ \\t]*;[ \\t]*" + TOKEN
            + "=(?:" + TOKEN + "|\"[\\x20\\x21\\x23-\\x5b\\x5d-\\x7e]*\"))*");
    private static final int MAX_CONTENT_TYPE = 255;

    private Fields() {}

    /** Returns the type of the time at which a value expires. */
    static InputType<Expiry> expiryTime(Clock clock) {
        InputType<Instant> future = InputType.futureTime(clock);
        return value -> {
            Instant time = future.read(value);
            Instant now = clock.instant();
            if (time.isBefore(now.plus(Expiry.MIN)) || time.isAfter(now.plus(Expiry.MAX))) {
                throw new InvalidValueException("must be " + Expiry.MIN.toSeconds() + " seconds to five years ahead");
            }
            return new Expiry.At(time);
        };
    }

    /** Declares what is switched on or off for an app. */
    static Supplier<AppOptions> appOptions(Input input) {
        Supplier<Optional<Boolean>> changes = input.optionalBodyNotNull("changes", InputType.bool());
        Supplier<Optional<Boolean>> events = input.optionalBodyNotNull("events", InputType.bool());
        return () -> new AppOptions(changes.get(), events.get());
    }

    private static String sha256(String text) {
        if (!text.matches("[0-9a-fA-F]{64}")) {
            throw new InvalidValueException("must be 64 hexadecimal digits");
        }
        return text.toLowerCase(Locale.ROOT);
    }

    private static String contentType(String text) {
        if (text.length() > MAX_CONTENT_TYPE || !MEDIA_TYPE.matcher(text).matches()) {
            throw new InvalidValueException("must be a media type of at most " + MAX_CONTENT_TYPE + " characters");
        }
        return text;
    }
}
