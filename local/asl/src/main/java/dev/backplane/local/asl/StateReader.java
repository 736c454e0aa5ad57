package dev.backplane.local.asl;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Reads one state. */
final class StateReader {

    private final String name;
    private final DefinitionFields fields;
    private final QueryLanguage language;
    private final DefinitionReader definitions;
    private final CommonFieldsReader parts;

    StateReader(String name, DefinitionFields fields, QueryLanguage language, DefinitionReader definitions) {
        this.name = name;
        this.fields = fields;
        this.language = language;
        this.definitions = definitions;
        this.parts = new CommonFieldsReader(fields, problem -> definitions.problem(place() + ": " + problem));
    }

    private String place() {
        return "state '" + name + "'";
    }

    /** Returns the state; empty if its type is unknown. */
    Optional<State> read(String type) {
        State state = switch (type) {
            case "Pass" -> new State.Pass(name, parts.exit());
            case "Task" -> task();
            case "Choice" -> choice();
            case "Wait" -> new State.Wait(name, delay(), parts.exit());
            case "Map" -> map();
            case "Succeed" -> new State.Succeed(name, fields.template("Output"));
            case "Fail" -> new State.Fail(name, fields.template("Error"), fields.template("Cause"));
            default -> null;
        };
        if (state == null) {
            fields.problem("Type", type + " is unknown");
        }
        return Optional.ofNullable(state);
    }

    private State task() {
        String arn = fields.requiredText("Resource");
        Optional<TaskResource> resource = TaskResource.find(arn);
        if (resource.isEmpty()) {
            fields.problem("Resource", arn + " is not supported by the local cloud");
        }
        TaskResource known = resource.orElseGet(() -> new TaskResource(arn, Set.of(), Set.of()));
        Optional<ValueTemplate> arguments = fields.template("Arguments");
        resource.ifPresent(found -> checkArguments(found, arguments));
        Optional<ValueTemplate> timeout = fields.number("TimeoutSeconds", 1);
        Optional<ValueTemplate> heartbeat = fields.number("HeartbeatSeconds", 1);
        if (timeout.isPresent()
                && heartbeat.isPresent()
                && timeout.get() instanceof ValueTemplate.Literal(JsonNode longer)
                && heartbeat.get() instanceof ValueTemplate.Literal(JsonNode shorter)
                && shorter.asLong() >= longer.asLong()) {
            fields.problem("HeartbeatSeconds", "must be less than TimeoutSeconds");
        }
        return new State.Task(name, known, arguments, timeout, heartbeat, parts.recovery(), parts.exit());
    }

    private void checkArguments(TaskResource resource, Optional<ValueTemplate> arguments) {
        if (arguments.isPresent() && arguments.get() instanceof ValueTemplate.Query) {
            return; // The argument names are not known before the evaluation.
        }
        Set<String> names = new TreeSet<>();
        arguments.ifPresent(template -> {
            switch (template) {
                case ValueTemplate.Members(var members) -> names.addAll(members.keySet());
                case ValueTemplate.Literal(JsonNode value) -> value.fieldNames().forEachRemaining(names::add);
                case ValueTemplate.Query _, ValueTemplate.Elements _ -> {}
            }
        });
        resource.unknown(names)
                .forEach(
                        argument -> fields.problem("Arguments/" + argument, "is not an argument of " + resource.arn()));
        resource.missing(names).forEach(argument -> fields.problem("Arguments/" + argument, "is missing"));
    }

    private State choice() {
        List<State.Choice.Rule> rules = new ArrayList<>();
        Optional<JsonNode> choices = fields.take("Choices");
        if (choices.isEmpty() || choices.get().isEmpty()) {
            fields.missing("Choices", "");
        }
        choices.ifPresent(array -> array.forEach(choice -> {
            DefinitionFields rule = parts.inner("Choices[" + rules.size() + "]", choice);
            ValueTemplate condition =
                    rule.template("Condition").orElseGet(() -> rule.missing("Condition", CommonFieldsReader.NOTHING));
            rules.add(new State.Choice.Rule(condition, CommonFieldsReader.shaping(rule), rule.requiredText("Next")));
            rule.end();
        }));
        return new State.Choice(name, rules, fields.text("Default"), CommonFieldsReader.shaping(fields));
    }

    private State.Wait.Delay delay() {
        if (fields.has("Seconds") && fields.has("Timestamp")) {
            fields.problem("Timestamp", "cannot be combined with Seconds");
        }
        Optional<ValueTemplate> timestamp = fields.template("Timestamp");
        Optional<ValueTemplate> seconds = fields.number("Seconds", 0);
        return timestamp
                .<State.Wait.Delay>map(State.Wait.Delay.Until::new)
                .orElseGet(() -> new State.Wait.Delay.Seconds(
                        seconds.orElseGet(() -> fields.missing("Seconds or Timestamp", CommonFieldsReader.NOTHING))));
    }

    private State map() {
        State.Map.Items items = new State.Map.Items(
                fields.template("Items"), fields.template("ItemSelector"), fields.number("MaxConcurrency", 0));
        Optional<JsonNode> processor = fields.take("ItemProcessor");
        DefinitionFields inner = parts.inner(
                "ItemProcessor", processor.orElseGet(() -> fields.missing("ItemProcessor", CommonFieldsReader.EMPTY)));
        boolean distributed =
                inner.take("ProcessorConfig").map(this::isDistributed).orElse(false);
        Flow flow = definitions.flow(inner, QueryLanguage.of(inner, language));
        inner.end();
        State.Map.Tolerance tolerance = new State.Map.Tolerance(
                distributed, fields.template("ToleratedFailurePercentage"), fields.number("ToleratedFailureCount", 0));
        if (distributed) {
            fields.take("Label");
        }
        return new State.Map(name, items, flow, tolerance, parts.recovery(), parts.exit());
    }

    private boolean isDistributed(JsonNode declared) {
        DefinitionFields config = parts.inner("ItemProcessor/ProcessorConfig", declared);
        String mode = config.text("Mode").orElse("INLINE");
        boolean distributed = mode.equals("DISTRIBUTED");
        if (distributed) {
            String type = config.requiredText("ExecutionType");
            if (!type.equals("STANDARD")) {
                config.problem("ExecutionType", type + " is not supported by the local cloud");
            }
        } else if (!mode.equals("INLINE")) {
            config.problem("Mode", mode + " is unknown");
        }
        config.end();
        return distributed;
    }
}
