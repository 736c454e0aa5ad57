package dev.backplane.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Resources with a name of our choice keep their logical ids.
 *
 * <p>CloudFormation takes a new logical id for a new resource, and creates it before it deletes the one of the old id. If
 * both have the same name, the update of every stage fails with "already exists".
 */
class NamedResourcesTest {

    private static final String RECORD = "named.resources.record";

    private static final Path FILE = TestApp.ROOT.resolve("infra/src/test/resources/named-resources.txt");

    /** The property that names a resource, for the types whose names are unique in an account and region. */
    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("AWS::CloudWatch::Alarm", "AlarmName"),
            Map.entry("AWS::CloudWatch::Dashboard", "DashboardName"),
            Map.entry("AWS::Cognito::UserPoolDomain", "Domain"),
            Map.entry("AWS::DynamoDB::Table", "TableName"),
            Map.entry("AWS::Events::EventBus", "Name"),
            Map.entry("AWS::Events::Rule", "Name"),
            Map.entry("AWS::IAM::Role", "RoleName"),
            Map.entry("AWS::Lambda::Function", "FunctionName"),
            Map.entry("AWS::Logs::DeliveryDestination", "Name"),
            Map.entry("AWS::Logs::DeliverySource", "Name"),
            Map.entry("AWS::Logs::LogGroup", "LogGroupName"),
            Map.entry("AWS::Logs::ResourcePolicy", "PolicyName"),
            Map.entry("AWS::SQS::Queue", "QueueName"),
            Map.entry("AWS::StepFunctions::StateMachine", "StateMachineName"));

    @Test
    void namedResource_keepsItsLogicalId() throws IOException {
        Map<String, String> now = placesByName();
        if (Boolean.getBoolean(RECORD)) {
            List<String> lines = now.entrySet().stream()
                    .map(entry -> entry.getKey() + " " + entry.getValue())
                    .toList();
            Files.write(FILE, lines);
        }

        List<String> problems = new ArrayList<>();
        Map<String, String> recorded = new TreeMap<>();
        for (String line : Files.readAllLines(FILE)) {
            int end = line.lastIndexOf(' ');
            recorded.put(line.substring(0, end), line.substring(end + 1));
        }
        recorded.forEach((name, place) -> {
            String found = now.get(name);
            if (found == null) {
                problems.add(name + " is gone: stages that have it will delete it");
            } else if (!found.equals(place)) {
                problems.add(name + " was " + place + " and is " + found
                        + ": stages that have it cannot be updated, as its name is taken until the old one is deleted");
            }
        });
        now.keySet().stream()
                .filter(name -> !recorded.containsKey(name))
                .forEach(name -> problems.add(name + " is new"));

        assertThat(problems)
                .as("If this is meant, record it: run this test with -D" + RECORD
                        + "=true, and commit the file. A named"
                        + " resource whose logical id must change needs a new name, or two deployments.")
                .isEmpty();
    }

    @Test
    void tables_areNamedAndRecorded() throws IOException {
        assertThat(Files.readAllLines(FILE))
                .filteredOn(line -> line.startsWith("AWS::DynamoDB::Table "))
                .hasSize(10);
    }

    /** Type and name of each named resource, with the stack and logical id that it is declared by. */
    private static Map<String, String> placesByName() {
        Map<String, String> places = new TreeMap<>();
        TestApp.dev().stackNames().stream()
                .map(stack -> stack.substring("Backplane-dev-".length()))
                .forEach(stack -> NAMES.forEach((type, property) -> TestApp.dev()
                        .resources(stack, type)
                        .forEach((id, resource) -> {
                            JsonNode name = resource.at("/Properties/" + property);
                            if (!name.isMissingNode()) {
                                String key = type + " " + (name.isTextual() ? name.asText() : name.toString());
                                assertThat(places.put(key, stack + "/" + id))
                                        .as("%s has one place", key)
                                        .isNull();
                            }
                        })));
        return places;
    }
}
