package dev.backplane.local.stepfunctions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.asl.AslCheck;
import dev.backplane.local.asl.DefinitionException;
import dev.backplane.local.asl.StateMachine;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.TemplateException;
import dev.backplane.local.cloudformation.template.TemplateResource;
import dev.backplane.local.s3.Assets;
import dev.backplane.local.s3.S3Object;
import java.nio.file.Path;
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
     * @param assembly the folder with definition assets
     * @throws TemplateException with everything that cannot be run
     */
    public static StateMachines read(CloudTemplates templates, Path assembly) {
        Assets assets = Assets.in(assembly);
        Map<String, StateMachineResource> machines = new LinkedHashMap<>();
        List<String> problems = new ArrayList<>();
        for (TemplateResource resource : templates.ofType(StepFunctionsKinds.MACHINE)) {
            read(resource, assets, problems).ifPresent(machine -> machines.put(machine.arn(), machine));
        }
        if (!problems.isEmpty()) {
            throw new TemplateException(problems);
        }
        return new StateMachines(machines);
    }

    private static Optional<StateMachineResource> read(
            TemplateResource resource, Assets assets, List<String> problems) {
        JsonNode properties = resource.properties();
        Optional<String> text = properties.has("DefinitionString")
                ? Optional.of(properties.path("DefinitionString").asText())
                : assets.read(new S3Object(
                        properties.at("/DefinitionS3Location/Bucket").asText(),
                        properties.at("/DefinitionS3Location/Key").asText()));
        if (text.isEmpty()) {
            problems.add(resource + ": the assembly has no asset "
                    + properties.at("/DefinitionS3Location/Key").asText());
            return Optional.empty();
        }
        Map<String, String> values = new LinkedHashMap<>();
        properties
                .path("DefinitionSubstitutions")
                .properties()
                .forEach(value -> values.put(value.getKey(), value.getValue().asText()));
        List<String> missing = AslCheck.missing(text.get(), values.keySet());
        missing.forEach(problem -> problems.add(resource + ": " + problem));
        if (!missing.isEmpty()) {
            return Optional.empty();
        }
        String definition = AslCheck.substitute(text.get(), values);
        try {
            return Optional.of(new StateMachineResource(resource, definition, StateMachine.parse(definition)));
        } catch (DefinitionException refused) {
            refused.problems().forEach(problem -> problems.add(resource + ": " + problem));
            return Optional.empty();
        }
    }

    Optional<StateMachineResource> find(String arn) {
        return Optional.ofNullable(machines.get(arn));
    }

    Collection<StateMachineResource> all() {
        return machines.values();
    }
}
