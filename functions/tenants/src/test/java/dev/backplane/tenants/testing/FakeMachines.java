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

/** Step Functions as far as names of executions go: one that is open is joined, one that is closed is in the way. */
public final class FakeMachines {

    /** An execution that was started, under the ARN of its machine and its name. */
    public record Started(String machine, String name, String input) {

        public String arn() {
            return machine + ":" + name;
        }
    }

    private final Map<String, Started> executions = new LinkedHashMap<>();
    private final List<String> closed = new ArrayList<>();
    private Optional<String> refusal = Optional.empty();
    private Runnable whenAsked = () -> {};

    /** Returns the executions in the order they were started, each once. */
    public synchronized List<Started> started() {
        return List.copyOf(executions.values());
    }

    /** Has an execution of a name be over, whether or not one was started here. */
    public synchronized void close(String name) {
        closed.add(name);
    }

    /** Has every start refused from now on. */
    public synchronized void refuse(String code) {
        refusal = Optional.of(code);
    }

    /** Lets something happen just as an execution is to be started. */
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
