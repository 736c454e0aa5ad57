package dev.backplane.tenants.testing;

import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.tenants.testing.FakeAws.Answer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A fake of Step Functions' names: starting a running execution again returns it, and the name of an ended one is
 * taken.
 */
public final class FakeMachines {

    /** A started execution, with the ARN of its machine and its name. */
    public record Started(String machine, String name, String input) {

        public String arn() {
            return machine + ":" + name;
        }
    }

    private final Map<String, Started> executions = new LinkedHashMap<>();
    private final List<String> closed = new ArrayList<>();
    private Optional<String> refusal = Optional.empty();
    private Runnable whenAsked = () -> {};

    /** Returns the executions in the order of their start, each once. */
    public synchronized List<Started> started() {
        return List.copyOf(executions.values());
    }

    /** Marks an execution name as ended, whether or not it was started here. */
    public synchronized void close(String name) {
        closed.add(name);
    }

    /** Rejects every start from now on. */
    public synchronized void refuse(String code) {
        refusal = Optional.of(code);
    }

    /** Runs an action right before an execution starts. */
    public synchronized void whenAsked(Runnable work) {
        whenAsked = work;
    }

    synchronized Answer answer(String target, String body) {
        if (target.equals("AWSStepFunctions.DescribeExecution")) {
            return describe(text(members(body), "executionArn"));
        }
        if (!target.equals("AWSStepFunctions.StartExecution")) {
            throw new AssertionError("unexpected call " + target);
        }
        whenAsked.run();
        if (refusal.isPresent()) {
            return error(refusal.get());
        }
        Map<String, JsonValue> request = members(body);
        Started wanted = new Started(text(request, "stateMachineArn"), text(request, "name"), text(request, "input"));
        if (closed.contains(wanted.name())) {
            return error("ExecutionAlreadyExists");
        }
        Started first = executions.computeIfAbsent(wanted.arn(), _ -> wanted);
        return first.equals(wanted)
                ? new Answer(
                        200, "{\"executionArn\":" + new Text(wanted.arn()).compact() + ",\"startDate\":1.767571200E9}")
                : error("ExecutionAlreadyExists");
    }

    private Answer describe(String arn) {
        boolean over = closed.contains(arn.substring(arn.lastIndexOf(':') + 1));
        if (!over && !executions.containsKey(arn)) {
            return error("ExecutionDoesNotExist");
        }
        return new Answer(
                200,
                "{\"executionArn\":" + new Text(arn).compact()
                        + ",\"stateMachineArn\":\"m\",\"startDate\":1.767571200E9," + "\"status\":\""
                        + (over ? "SUCCEEDED" : "RUNNING") + "\"}");
    }

    private static Answer error(String code) {
        return new Answer(400, "{\"__type\":\"" + code + "\",\"message\":\"no\"}");
    }

    static Map<String, JsonValue> members(String json) {
        try {
            return ((Obj) JsonValue.parse(json)).members();
        } catch (JsonSyntaxException e) {
            throw new AssertionError("not JSON: " + json, e);
        }
    }

    private static String text(Map<String, JsonValue> members, String name) {
        if (members.get(name) instanceof Text(String text)) {
            return text;
        }
        throw new AssertionError("no " + name);
    }
}
