package dev.backplane.tenants.testing;

import dev.backplane.local.engines.EngineHttpClient;
import dev.backplane.local.engines.QueueEngine;
import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.aws.JsonApi;
import dev.backplane.platform.aws.SignedHttp;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.tenants.Queue;
import dev.backplane.tenants.testing.FakeAws.Answer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;

/** SQS on ElasticMQ, which is started once per test run. */
public final class LocalQueues {

    private static final String REGION = "us-east-1";
    private static final String ACCOUNT = "000000000000";
    private static final int BATCH = 10;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Supplier<AwsConnection> aws;
    private final Map<String, String> refusals = new ConcurrentHashMap<>();
    private final Map<String, String> policies = new ConcurrentHashMap<>();
    private final Set<String> urls = ConcurrentHashMap.newKeySet();
    private final AtomicInteger policiesSet = new AtomicInteger();

    LocalQueues(Supplier<AwsConnection> aws) {
        this.aws = aws;
    }

    private Obj call(String operation, Map<String, JsonValue> parameters) {
        return new JsonApi(new SignedHttp(aws.get(), "sqs", Clock.systemUTC()), "AmazonSQS")
                .call(operation, parameters);
    }

    /** Starts with the first use and ends with the JVM. */
    private static final class Engine {

        private static final QueueEngine SERVER = QueueEngine.inMemory(REGION, ACCOUNT);
        private static final EngineHttpClient HTTP = new EngineHttpClient();
    }

    /** Returns the error code with which an operation is refused. */
    Optional<String> refusal(String target) {
        return Optional.ofNullable(refusals.get(target.substring(target.indexOf('.') + 1)));
    }

    /** Returns the response of SQS; the engine has no policies, so they are kept here. */
    HttpExecuteResponse answer(HttpExecuteRequest request, String target) throws IOException {
        String body = new String(EngineHttpClient.body(request), StandardCharsets.UTF_8);
        if (target.endsWith(".SetQueueAttributes") || body.contains("\"Policy\"")) {
            Map<String, JsonValue> members = FakeMachines.members(body);
            Obj call = new Obj(members);
            String url = call.findText("QueueUrl").orElseThrow();
            if (!urls.contains(url)) {
                return FakeAws.response(new Answer(400, "{\"__type\":\"com.amazonaws.sqs#QueueDoesNotExist\"}"));
            }
            call.findObject("Attributes")
                    .flatMap(attributes -> attributes.findText("Policy"))
                    .ifPresent(policy -> setPolicy(url, policy));
            Obj attributes = Obj.of(Map.entry("Policy", new Text(policies.getOrDefault(url, ""))));
            return FakeAws.response(new Answer(
                    200,
                    policies.containsKey(url)
                            ? Obj.of(Map.entry("Attributes", attributes)).compact()
                            : "{}"));
        }
        return Engine.HTTP.send(Engine.SERVER.endpoint(), request.httpRequest(), EngineHttpClient.body(request));
    }

    private void setPolicy(String url, String policy) {
        policiesSet.incrementAndGet();
        policies.put(url, policy);
    }

    /** Returns the policy of a queue; empty if it has none. */
    public String policy(Queue queue) {
        return policies.getOrDefault(queue.url(), "");
    }

    /** Returns how often a policy was set. */
    public int policiesSet() {
        return policiesSet.get();
    }

    /** Sets the policy of a queue, as an operator does. */
    public void policy(Queue queue, String policy) {
        policies.put(queue.url(), policy);
    }

    /** Lets a refused operation succeed again. */
    public void accept(String operation) {
        refusals.remove(operation);
    }

    /** Refuses an operation with an error code. */
    public void refuse(String operation, String code) {
        refusals.put(operation, code);
    }

    /** Returns a queue that does not exist. */
    public static Queue missing() {
        String name = "t-" + UUID.randomUUID();
        return new Queue(
                "arn:aws:sqs:" + REGION + ":" + ACCOUNT + ":" + name,
                "https://sqs." + REGION + ".amazonaws.com/" + ACCOUNT + "/" + name);
    }

    /** Creates a queue. */
    public Queue create() {
        Queue queue = missing();
        call("CreateQueue", Map.of("QueueName", new Text(queue.name())));
        urls.add(queue.url());
        return queue;
    }

    /** Sends messages with the numbers from 0 as bodies. */
    public void send(Queue queue, int messages) {
        for (int start = 0; start < messages; start += BATCH) {
            List<JsonValue> entries = IntStream.range(start, Math.min(messages, start + BATCH))
                    .mapToObj(Integer::toString)
                    .<JsonValue>map(text ->
                            Obj.of(Map.entry("Id", new Text("m" + text)), Map.entry("MessageBody", new Text(text))))
                    .toList();
            call("SendMessageBatch", Map.of("QueueUrl", new Text(queue.url()), "Entries", new Arr(entries)));
        }
    }

    /** Receives all messages of a queue, which stay in flight. */
    public List<Obj> receiveAll(Queue queue) {
        List<Obj> messages = new ArrayList<>();
        List<Obj> batch = receive(queue);
        while (!batch.isEmpty()) {
            messages.addAll(batch);
            batch = receive(queue);
        }
        return messages;
    }

    /** Receives messages until a number of them has arrived. */
    public List<Obj> await(Queue queue, int count) {
        Instant deadline = Instant.now().plus(PATIENCE);
        List<Obj> messages = new ArrayList<>();
        while (messages.size() < count) {
            if (Instant.now().isAfter(deadline)) {
                throw new AssertionError(messages.size() + " of " + count + " messages have arrived");
            }
            messages.addAll(receive(queue));
        }
        return messages;
    }

    private List<Obj> receive(Queue queue) {
        return call(
                        "ReceiveMessage",
                        Map.of(
                                "QueueUrl", new Text(queue.url()),
                                "MaxNumberOfMessages", new Num(Integer.toString(BATCH)),
                                "MessageAttributeNames", new Arr(List.of(new Text("All")))))
                .elements("Messages")
                .stream()
                .map(Obj.class::cast)
                .toList();
    }
}
