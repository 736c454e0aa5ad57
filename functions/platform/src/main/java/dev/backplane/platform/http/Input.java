package dev.backplane.platform.http;

import dev.backplane.platform.IdempotencyKey;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Sha256;
import dev.backplane.platform.Texts;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Null;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The validated input of a request. A handler declares its inputs; {@link #verify} rejects everything else and reports
 * all errors at once. The values are available after that.
 */
public final class Input {

    /** The number of errors that are listed; the rest are counted. */
    static final int MAX_ERRORS = 100;

    private static final int MAX_FIELD_LENGTH = 100;
    private static final String UNPAIRED = "must not hold an unpaired surrogate";

    private final HttpRequest request;
    private final List<JsonValue> errors = new ArrayList<>();
    private int moreErrors;
    private final Set<String> badFields = new HashSet<>();
    private final List<Runnable> requirements = new ArrayList<>();
    private final Set<String> knownQuery = new HashSet<>();
    private final Set<String> knownBody = new HashSet<>();
    private @Nullable Map<String, String> query;
    private @Nullable Map<String, JsonValue> body;
    private boolean verified;

    Input(HttpRequest request) {
        this.request = request;
    }

    /** Declares a value of the path. */
    public <T> Supplier<T> path(String name, InputType<T> type) {
        return required(name, textOf(request.pathParameters().get(name)), type);
    }

    /** Declares a path value that only some routes of the operation have. */
    public <T> Supplier<Optional<T>> optionalPath(String name, InputType<T> type) {
        return optional(name, textOf(request.pathParameters().get(name)), type);
    }

    /** Declares a required query value. */
    public <T> Supplier<T> query(String name, InputType<T> type) {
        return required(name, queryValue(name), type);
    }

    /** Declares an optional query value. */
    public <T> Supplier<Optional<T>> optionalQuery(String name, InputType<T> type) {
        return optional(name, queryValue(name), type);
    }

    /** Declares a required member of the body. */
    public <T> Supplier<T> body(String name, InputType<T> type) {
        return required(name, bodyValue(name), type);
    }

    /** Declares an optional member of the body; null counts as absent. */
    public <T> Supplier<Optional<T>> optionalBody(String name, InputType<T> type) {
        JsonValue value = bodyValue(name);
        return optional(name, value instanceof Null ? null : value, type);
    }

    /** Declares an optional member of the body that must not be null. */
    public <T> Supplier<Optional<T>> optionalBodyNotNull(String name, InputType<T> type) {
        return optional(name, bodyValue(name), type);
    }

    /** Declares an optional member of the body for which null is a valid value. */
    public Supplier<Optional<String>> optionalJson(String name, int maxBytes) {
        return optional(name, bodyValue(name), InputType.json(maxBytes));
    }

    /**
     * Declares a required array of objects in the body.
     *
     * @param element declares the members of one object
     */
    public <T> Supplier<List<T>> objects(String name, int most, Function<Members, Supplier<T>> element) {
        List<Supplier<T>> read = new ArrayList<>();
        if (bodyValue(name) instanceof Arr(List<JsonValue> elements)
                && !elements.isEmpty()
                && elements.size() <= most) {
            for (int i = 0; i < elements.size(); i++) {
                Members members = new Members(this, name + "[" + i + "]", elements.get(i));
                read.add(element.apply(members));
                members.refuseOthers();
            }
        } else {
            reject(name, "must be an array of 1 to " + most + " objects");
        }
        return () -> read.stream().map(Supplier::get).toList();
    }

    /**
     * Declares an optional object in the body; null counts as absent.
     *
     * @param element declares the members of the object
     */
    public <T> Supplier<Optional<T>> optionalObject(String name, Function<Members, Supplier<T>> element) {
        JsonValue value = bodyValue(name);
        if (value == null || value instanceof Null) {
            return Optional::empty;
        }
        Members members = new Members(this, name, value);
        Supplier<T> read = element.apply(members);
        members.refuseOthers();
        return () -> Optional.of(read.get());
    }

    /**
     * Declares an optional array of objects in the body.
     *
     * @param element declares the members of one object
     */
    public <T> Supplier<List<T>> optionalObjects(String name, int most, Function<Members, Supplier<T>> element) {
        JsonValue value = bodyValue(name);
        return value == null || value instanceof Null ? List::of : objects(name, most, element);
    }

    /** Declares a header. */
    public <T> Supplier<Optional<T>> optionalHeader(String name, InputType<T> type) {
        return optional(
                name, textOf(request.header(name.toLowerCase(Locale.ROOT)).orElse(null)), type);
    }

    /** Declares the {@code Idempotency-Key} header. */
    public Supplier<Optional<IdempotencyKey>> idempotencyKey() {
        return optionalHeader("Idempotency-Key", InputType.text(IdempotencyKey::parse));
    }

    /** Declares the {@code Idempotency-Key} header of an operation that requires it. */
    public Supplier<IdempotencyKey> requiredIdempotencyKey() {
        return required(
                "Idempotency-Key",
                textOf(request.header("idempotency-key").orElse(null)),
                InputType.text(IdempotencyKey::parse));
    }

    /** Returns a digest of the body's members, whatever their order and white space. */
    public String bodyDigest() {
        return Sha256.hex(new Obj(body == null ? Map.of() : body).sorted().compact());
    }

    /** Declares the limit and cursor of a list. */
    public Paging paging() {
        return paging(Paging.CURSOR);
    }

    /** Declares the limit of a list, and its cursor under another name. */
    public Paging paging(String cursor) {
        return Paging.declare(request.operation().name(), this, cursor);
    }

    /** Declares the cursor of work done in parts without a limit. */
    public Paging cursor() {
        return Paging.declareCursor(request.operation().name(), this);
    }

    /** Requires a condition across several values; it is evaluated if all of them are valid. */
    public void require(BooleanSupplier condition, String field, String message) {
        requirements.add(() -> {
            if (!condition.getAsBoolean()) {
                reject(field, message);
            }
        });
    }

    /** Rejects the request if any input is invalid. */
    public void verify() {
        if (query == null) {
            query = parseQuery();
        }
        refuseOthers(query.keySet(), knownQuery);
        if (body != null) {
            refuseOthers(body.keySet(), knownBody);
        }
        refuseIfWrong();
        verified = true;
        requirements.forEach(Runnable::run);
        refuseIfWrong();
    }

    private void refuseOthers(Set<String> names, Set<String> known) {
        for (String name : names) {
            if (!known.contains(name)) {
                reject(name, "is unknown");
            }
        }
    }

    private void refuseIfWrong() {
        if (!errors.isEmpty()) {
            throw invalidRequest(errors, moreErrors);
        }
    }

    void reject(String field, String message) {
        if (errors.size() < MAX_ERRORS) {
            badFields.add(field);
            errors.add(error(field, message));
        } else {
            moreErrors++;
        }
    }

    <T> Supplier<T> required(String name, @Nullable JsonValue value, InputType<T> type) {
        if (value == null && !badFields.contains(name)) {
            reject(name, "is required");
        }
        Supplier<Optional<T>> read = optional(name, value, type);
        return () -> read.get().orElseThrow();
    }

    <T> Supplier<Optional<T>> optional(String name, @Nullable JsonValue value, InputType<T> type) {
        Optional<T> read = value == null ? Optional.empty() : convert(name, value, type);
        return () -> {
            if (!verified) {
                throw new IllegalStateException("call verify() before reading values");
            }
            return read;
        };
    }

    private <T> Optional<T> convert(String name, JsonValue value, InputType<T> type) {
        if (!value.isWellFormed()) {
            reject(name, UNPAIRED);
            return Optional.empty();
        }
        try {
            return Optional.of(type.read(value));
        } catch (InvalidValueException e) {
            reject(name, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private @Nullable JsonValue queryValue(String name) {
        knownQuery.add(name);
        if (query == null) {
            query = parseQuery();
        }
        return textOf(query.get(name));
    }

    private Map<String, String> parseQuery() {
        return QueryString.parse(request.rawQuery(), this::reject);
    }

    private @Nullable JsonValue bodyValue(String name) {
        knownBody.add(name);
        if (body == null) {
            body = request.members();
        }
        return body.get(name);
    }

    /** Returns the problem of a body that is a JSON value with an unpaired surrogate. */
    static ProblemException unpairedSurrogate() {
        return invalidRequest(List.of(error("body", UNPAIRED)), 0);
    }

    private static ProblemException invalidRequest(List<JsonValue> errors, int more) {
        Problem problem = Problem.of(400, "INVALID_REQUEST", "The request has values that are not allowed; see errors.")
                .with("errors", new Arr(List.copyOf(errors)));
        return (more == 0 ? problem : problem.with("moreErrors", new Num(Integer.toString(more)))).asException();
    }

    private static @Nullable JsonValue textOf(@Nullable String value) {
        return value == null ? null : new Text(value);
    }

    private static JsonValue error(String field, String message) {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        members.put("field", new Text(beginning(field)));
        members.put("message", new Text(message));
        return new Obj(members);
    }

    /** Shortens names: one can be as long as the whole body. */
    private static String beginning(String name) {
        return name.length() <= MAX_FIELD_LENGTH ? name : Texts.truncate(name, MAX_FIELD_LENGTH) + "…";
    }
}
