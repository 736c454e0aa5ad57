package dev.backplane.layers.events;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.SdkHttpResponse;

/** The functions that Lambda lists, in all regions the same. */
public final class FakeFunctions {

    private static final String ROOT = "/2015-03-31/functions";
    private static final Pattern ALIASES = Pattern.compile(".*" + ROOT + "/([^/]+)/aliases");
    private static final String ARN = "arn:aws:lambda:us-west-2:000000000000:function:";

    private final List<String> versions = new CopyOnWriteArrayList<>();
    private final Map<String, List<String>> aliases = new LinkedHashMap<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private volatile int pageSize = 50;
    private volatile int status = 200;
    private volatile String error = "";
    private volatile Consumer<String> whenAsked = _ -> {};

    /** Adds a version of a function. */
    public FakeFunctions version(String name, String version, String... layers) {
        versions.add("""
                {"FunctionName":"%s","FunctionArn":"%s%s:%s","Version":"%s","Layers":[%s]}""".formatted(
                        name,
                        ARN,
                        name,
                        version,
                        version,
                        Stream.of(layers)
                                .map("{\"Arn\":\"%s\",\"CodeSize\":1}"::formatted)
                                .collect(Collectors.joining(","))));
        return this;
    }

    /** Adds an alias of a version, which sends a part of its traffic to other versions. */
    FakeFunctions alias(String function, String name, String version, String... others) {
        String routing = Stream.of(others).map("\"%s\":0.1"::formatted).collect(Collectors.joining(","));
        aliases.computeIfAbsent(function, _ -> new ArrayList<>()).add("""
                {"Name":"%s","FunctionVersion":"%s"%s}""".formatted(
                name,
                version,
                routing.isEmpty() ? "" : ",\"RoutingConfig\":{\"AdditionalVersionWeights\":{" + routing + "}}"));
        return this;
    }

    void clear() {
        versions.clear();
        aliases.clear();
    }

    /** Makes the list of functions have small pages. */
    FakeFunctions pageSize(int size) {
        pageSize = size;
        return this;
    }

    /** Has Lambda refuse from now on; 200 has it answer again. */
    void answer(int httpStatus, String code) {
        status = httpStatus;
        error = code;
    }

    /** Lets something happen just as Lambda is asked. */
    void whenAsked(Consumer<String> work) {
        whenAsked = work;
    }

    /** Returns the calls: the region, and the marker of a page or the function whose aliases were listed. */
    List<String> calls() {
        return List.copyOf(calls);
    }

    static boolean isFor(SdkHttpRequest request) {
        return request.encodedPath().contains(ROOT);
    }

    HttpExecuteResponse answer(String region, SdkHttpRequest request) {
        Matcher alias = ALIASES.matcher(request.encodedPath());
        String marker = request.firstMatchingRawQueryParameter("Marker").orElse("");
        String call = region + " " + (alias.matches() ? "aliases of " + alias.group(1) : "functions " + marker);
        calls.add(call.strip());
        whenAsked.accept(call.strip());
        if (status != 200) {
            return respond(SdkHttpResponse.builder().statusCode(status).putHeader("x-amzn-ErrorType", error), "{}");
        }
        return respond(
                SdkHttpResponse.builder().statusCode(200),
                alias.matches() ? aliasesOf(alias.group(1)) : page(marker.isEmpty() ? 0 : Integer.parseInt(marker)));
    }

    private String aliasesOf(String function) {
        return "{\"Aliases\":[" + String.join(",", aliases.getOrDefault(function, List.of())) + "]}";
    }

    private String page(int start) {
        int end = Math.min(start + pageSize, versions.size());
        String next = end < versions.size() ? ",\"NextMarker\":\"" + end + "\"" : "";
        return "{\"Functions\":[" + String.join(",", versions.subList(start, end)) + "]" + next + "}";
    }

    private static HttpExecuteResponse respond(SdkHttpResponse.Builder response, String body) {
        return HttpExecuteResponse.builder()
                .response(response.build())
                .responseBody(
                        AbortableInputStream.create(new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8))))
                .build();
    }
}
