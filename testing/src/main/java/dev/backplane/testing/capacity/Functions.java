package dev.backplane.testing.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.Platform;
import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.platform.log.Metrics;
import dev.backplane.platform.schedules.ScheduleHandler;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.Invoke;
import dev.backplane.testing.TestClock;
import dev.backplane.testing.TestPlatform;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import software.amazon.awssdk.http.SdkHttpClient;

/**
 * The functions of a service, each created once as in a warm process, and measured by their log lines.
 *
 * <p>A new instance is a cold start of all of them.
 */
public final class Functions {

    private static final int TIME_MILLIS = 900_000;

    private final TestPlatform platform;
    private final Platform given;
    private final AwsBill bill;
    private final Map<Class<? extends RequestStreamHandler>, RequestStreamHandler> handlers = new HashMap<>();

    /**
     * Creates the functions' dependencies.
     *
     * @param http the client for the engine and for all other services
     */
    public Functions(DynamoLocal local, SdkHttpClient http, Map<String, String> settings) {
        this.bill = new AwsBill(http, local);
        AwsConnection aws = local.aws();
        this.platform =
                new TestPlatform(settings, new AwsConnection(bill, aws.credentials(), aws.region(), aws.endpoint()));
        this.given = platform.platform();
    }

    public TestClock clock() {
        return platform.clock();
    }

    /** Sends a request to an operation and checks the status. */
    public Measured send(Class<? extends RequestStreamHandler> type, HttpCall call, int status) {
        return measured(type, call.event(), reply -> {
            GatewayResponse answer = GatewayResponse.parse(reply);
            assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        });
    }

    /** Sends a request to an operation and returns the response. */
    public GatewayResponse answer(Class<? extends RequestStreamHandler> type, HttpCall call) {
        return GatewayResponse.parse(Invoke.with(handler(type), call.event()));
    }

    /** Sends a batch to a function, which must process all of it. */
    public Measured deliver(Class<? extends RequestStreamHandler> type, String batch) {
        return measured(type, batch, answer -> assertThat(answer).isEqualTo("{\"batchItemFailures\":[]}"));
    }

    /** Invokes a scheduled function, which returns nothing. */
    public Measured start(Class<? extends ScheduleHandler> type) {
        return measured(type, "{}", answer -> assertThat(answer).isEmpty());
    }

    /** Invokes a function and ignores its response. */
    public Measured run(Class<? extends RequestStreamHandler> type, String event) {
        return measured(type, event, _ -> {});
    }

    /** Measures one invocation with enough time for all of its work, also on a slow machine. */
    private Measured measured(Class<? extends RequestStreamHandler> type, String event, Consumer<String> check) {
        RequestStreamHandler handler = handler(type);
        bill.reset();
        check.accept(Invoke.with(handler, event, Invoke.contextWith(TIME_MILLIS)));
        return read(platform.lines().getLast());
    }

    private RequestStreamHandler handler(Class<? extends RequestStreamHandler> type) {
        return handlers.computeIfAbsent(type, this::make);
    }

    private RequestStreamHandler make(Class<? extends RequestStreamHandler> type) {
        try {
            return type.getConstructor(Platform.class).newInstance(given);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("cannot make " + type, e);
        }
    }

    private Measured read(String line) {
        try {
            if (JsonValue.parse(line) instanceof Obj(var members)
                    && members.get("operation") instanceof Text(String operation)) {
                assertThat(members.get("error"))
                        .as("the failure in the log line")
                        .isNull();
                return new Measured(
                        operation,
                        Cost.of(
                                number(members, Metrics.CALLS),
                                number(members, Metrics.READ_UNITS),
                                number(members, Metrics.WRITE_UNITS),
                                bill));
            }
        } catch (JsonSyntaxException e) {
            throw new AssertionError("not a log line: " + line, e);
        }
        throw new AssertionError("not a log line: " + line);
    }

    private static double number(Map<String, JsonValue> members, String name) {
        if (members.get(name) instanceof Num(String literal)) {
            return Double.parseDouble(literal);
        }
        throw new AssertionError("no " + name);
    }
}
