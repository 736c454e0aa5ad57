package dev.backplane.local.stepfunctions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.asl.AslCheck;
import dev.backplane.local.asl.DefinitionException;
import dev.backplane.local.asl.StateMachine;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.TemplateException;
import dev.backplane.local.cloudformation.template.TemplateResource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The state machines of the templates, by ARN. */
public final class StateMachines {

    private final Map<String, StateMachineResource> machines;

    private StateMachines(Map<String, StateMachineResource> machines) {
        this.machines = machines;
    }

    /**
     * Reads the definitions.
     *
     * @throws TemplateException with everything that cannot be run
     */
    public static StateMachines read(CloudTemplates templates) {
        Map<String, StateMachineResource> machines = new LinkedHashMap<>();
        List<String> problems = new ArrayList<>();
        for (TemplateResource resource : templates.ofType(StepFunctionsKinds.MACHINE)) {
            read(resource, problems).ifPresent(machine -> machines.put(machine.arn(), machine));
        }
        if (!problems.isEmpty()) {
            throw new TemplateException(problems);
        }
        return new StateMachines(machines);
    }

    private static Optional<StateMachineResource> read(TemplateResource resource, List<String> problems) {
        JsonNode properties = resource.properties();
        String text = properties.path("DefinitionString").asText();
        Map<String, String> values = new LinkedHashMap<>();
        properties
                .path("DefinitionSubstitutions")
                .properties()
                .forEach(value -> values.put(value.getKey(), value.getValue().asText()));
        List<String> missing = AslCheck.missing(text, values.keySet());
        missing.forEach(problem -> problems.add(resource + ": " + problem));
        if (!missing.isEmpty()) {
            return Optional.empty();
        }
        String definition = AslCheck.substitute(text, values);
        try {
            return Optional.of(new StateMachineResource(resource, definition, StateMachine.parse(definition)));
        } catch (DefinitionException refused) {
            refused.problems().forEach(problem -> problems.add(resource + ": " + problem));
            return Optional.empty();
        }
    }

    StateMachineResource find(String arn) throws StepFunctionsException {
        StateMachineResource machine = machines.get(arn);
        if (machine == null) {
            throw new StepFunctionsException("StateMachineDoesNotExist", "State Machine Does Not Exist: '" + arn + "'");
        }
        return machine;
    }

    Collection<StateMachineResource> all() {
        return machines.values();
    }
}
