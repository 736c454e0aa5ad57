package dev.backplane.pool.access;

import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.pool.AccessSettings;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.store.PoolStore;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.TestPlatform;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/** A network with a real DynamoDB engine, and with the roles of all accounts in memory. */
public final class AccountCloud implements SdkHttpClient {

    /** The secret part of every session's credentials, which must never be written. */
    public static final String SECRET = "very-secret-";

    private final DynamoLocal local;

    /** The revocation policies of the access role, by account and name. */
    private final Map<String, NavigableMap<String, String>> policies = new ConcurrentHashMap<>();

    private final Map<String, String> accountsByKey = new ConcurrentHashMap<>();
    private final List<Map<String, String>> calls = new CopyOnWriteArrayList<>();
    private final AtomicInteger sessions = new AtomicInteger();
    private volatile Function<String, Answer> fault = _ -> Answer.NONE;
    private volatile Function<String, Runnable> before = _ -> () -> {};

    /** An injected answer to a call; status 0 for none, status -1 for a lost response. */
    public record Answer(int status, String code) {

        public static final Answer NONE = new Answer(0, "");
        public static final Answer LOST = new Answer(-1, "");
    }

    public AccountCloud(DynamoLocal local) {
        this.local = local;
    }

    /** Returns a platform with the settings of a stage with access, in this network. */
    public TestPlatform platform() {
        return new TestPlatform(
                Map.of(
                        PoolSettings.POOL_TABLE, local.table(PoolStore.TABLE),
                        AccessSettings.POOL_ACCESS_ROLE, "access",
                        AccessSettings.POOL_EXTERNAL_ID, "external",
                        AccessSettings.POOL_REVOCATION_ROLE, "revocation"),
                new AwsConnection(
                        this,
                        StaticCredentialsProvider.create(AwsBasicCredentials.create("function", "secret")),
                        local.aws().region(),
                        local.aws().endpoint()));
    }

    /** Returns the policies that revoke sessions of an account, by name. */
    public NavigableMap<String, String> policies(String account) {
        return policies.computeIfAbsent(account, _ -> new ConcurrentSkipListMap<>());
    }

    /** Returns the forms of all calls to STS and IAM. */
    public List<Map<String, String>> calls() {
        return List.copyOf(calls);
    }

    /** Returns the forms of the calls of an operation. */
    public List<Map<String, String>> calls(String action) {
        return calls.stream().filter(call -> action.equals(call.get("Action"))).toList();
    }

    /** Answers calls from now on; the function receives the operation, such as {@code PutRolePolicy}. */
    public void fail(Function<String, Answer> injected) {
        fault = injected;
    }

    /** Runs something before an operation is performed. */
    public void before(String action, Runnable work) {
        before = called -> called.equals(action) ? work : () -> {};
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        if (request.httpRequest().firstMatchingHeader("X-Amz-Target").isPresent()) {
            return local.aws().http().prepareRequest(request);
        }
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                return answer(request);
            }

            @Override
            public void abort() {}
        };
    }

    private HttpExecuteResponse answer(HttpExecuteRequest request) throws IOException {
        Map<String, String> form = form(request);
        String action = form.getOrDefault("Action", "");
        calls.add(form);
        Answer injected = fault.apply(action);
        if (injected.status() > 0) {
            return response(
                    injected.status(),
                    "<ErrorResponse><Error><Type>Sender</Type><Code>" + injected.code()
                            + "</Code><Message>User: arn:aws:sts::1:assumed-role/secret-role &amp; more</Message></Error>"
                            + "</ErrorResponse>");
        }
        before.apply(action).run();
        String key = request.httpRequest()
                .firstMatchingHeader("Authorization")
                .orElseThrow()
                .replaceFirst(".*Credential=([^/]+)/.*", "$1");
        String result = perform(action, form, accountsByKey.getOrDefault(key, "none"));
        if (injected.status() < 0) {
            throw new IOException("no response");
        }
        return response(200, "<Response>" + result + "</Response>");
    }

    private String perform(String action, Map<String, String> form, String account) {
        NavigableMap<String, String> role = policies(account);
        return switch (action) {
            case "AssumeRole" -> session(form);
            case "ListRolePolicies" -> {
                List<String> members = new ArrayList<>(List.of("<member>other</member>"));
                role.keySet().forEach(name -> members.add("<member>" + name + "</member>"));
                yield "<PolicyNames>" + String.join("", members) + "</PolicyNames><IsTruncated>false</IsTruncated>";
            }
            case "PutRolePolicy" -> {
                role.put(form.get("PolicyName"), form.get("PolicyDocument"));
                yield "";
            }
            case "DeleteRolePolicy" -> {
                role.remove(form.get("PolicyName"));
                yield "";
            }
            default -> throw new AssertionError(action);
        };
    }

    private String session(Map<String, String> form) {
        int number = sessions.incrementAndGet();
        String account = form.getOrDefault("RoleArn", "").split(":", -1)[4];
        accountsByKey.put("ASIA" + number, account);
        return "<Credentials><AccessKeyId>ASIA" + number + "</AccessKeyId><SecretAccessKey>" + SECRET + number
                + "</SecretAccessKey><SessionToken>" + SECRET + "token-" + number
                + "</SessionToken><Expiration>2026-01-05T01:00:00Z</Expiration></Credentials>";
    }

    private static Map<String, String> form(HttpExecuteRequest request) throws IOException {
        try (InputStream body = request.contentStreamProvider().orElseThrow().newStream()) {
            Map<String, String> form = new TreeMap<>();
            for (String pair : new String(body.readAllBytes(), StandardCharsets.UTF_8).split("&", -1)) {
                String[] parts = pair.split("=", 2);
                form.put(decode(parts[0]), decode(parts[1]));
            }
            return form;
        }
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private static HttpExecuteResponse response(int status, String text) {
        return HttpExecuteResponse.builder()
                .response(SdkHttpResponse.builder().statusCode(status).build())
                .responseBody(
                        AbortableInputStream.create(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))))
                .build();
    }

    @Override
    public void close() {}
}
