package dev.backplane.tenants.testing;

import dev.backplane.tenants.testing.FakeAws.Answer;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** CloudFormation with scripted answers, which records its requests. */
public final class FakeStacks {

    private final Map<String, List<Answer>> answers = new HashMap<>();
    private final List<Map<String, String>> requests = new ArrayList<>();

    /** Returns the parameters of the calls of an action. */
    public synchronized List<Map<String, String>> requests(String action) {
        return requests.stream()
                .filter(request -> action.equals(request.get("Action")))
                .toList();
    }

    /** Returns which actions were called, in their order. */
    public synchronized List<String> actions() {
        return requests.stream()
                .map(request -> request.getOrDefault("Action", ""))
                .toList();
    }

    /** Has the next call of an action succeed with this as its result. */
    public FakeStacks answer(String action, String result) {
        return add(
                action,
                new Answer(
                        200,
                        "<" + action + "Response><" + action + "Result>" + result + "</" + action + "Result></" + action
                                + "Response>"));
    }

    /** Has the next call of an action refused. */
    public FakeStacks refuse(String action, int status, String code, String message) {
        return add(
                action,
                new Answer(
                        status,
                        "<ErrorResponse><Error><Type>Sender</Type><Code>" + code + "</Code><Message>" + message
                                + "</Message></Error></ErrorResponse>"));
    }

    /** Has the next look for a stack find one. */
    public FakeStacks describe(String status, String tenant, String version) {
        return answer(
                "DescribeStacks",
                "<Stacks><member><StackName>t-acme</StackName><StackId>stack-1</StackId><StackStatus>" + status
                        + "</StackStatus><Tags><member><Key>Other</Key><Value>x</Value></member><member>"
                        + "<Key>TenantId</Key><Value>" + tenant + "</Value></member></Tags><Parameters><member>"
                        + "<ParameterKey>StackVersion</ParameterKey><ParameterValue>" + version
                        + "</ParameterValue></member></Parameters></member></Stacks>");
    }

    /** Has the next look for a stack find none. */
    public FakeStacks describeNone() {
        return refuse("DescribeStacks", 400, "ValidationError", "Stack with id t-acme does not exist");
    }

    private synchronized FakeStacks add(String action, Answer answer) {
        answers.computeIfAbsent(action, _ -> new ArrayList<>()).add(answer);
        return this;
    }

    synchronized Answer answer(String form) {
        Map<String, String> request = new LinkedHashMap<>();
        for (String pair : form.split("&", -1)) {
            int equals = pair.indexOf('=');
            request.put(decode(pair.substring(0, equals)), decode(pair.substring(equals + 1)));
        }
        requests.add(request);
        String action = request.getOrDefault("Action", "");
        List<Answer> left = answers.getOrDefault(action, List.of());
        if (left.isEmpty()) {
            throw new AssertionError("unexpected call " + request);
        }
        return left.removeFirst();
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
