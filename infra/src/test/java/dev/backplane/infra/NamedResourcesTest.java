package dev.backplane.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Resources with a fixed name keep their logical ids.
 *
 * <p>CloudFormation treats a new logical id as a new resource, and creates it before it deletes the old one. If both
 * have the same name, the update of every stage fails with "already exists".
 */
class NamedResourcesTest {

    private static final String RECORD = "named.resources.record";

    private static final Path FILE = TestApp.ROOT.resolve("infra/src/test/resources/named-resources.txt");

    /** The properties that identify a resource, with its parent for names that are unique within one. */
    private static final Map<String, List<String>> NAMES = Map.ofEntries(
            Map.entry("AWS::ApiGatewayV2::Authorizer", List.of("ApiId", "Name")),
            Map.entry("AWS::ApiGatewayV2::Route", List.of("ApiId", "RouteKey")),
            Map.entry("AWS::ApiGatewayV2::Stage", List.of("ApiId", "StageName")),
            Map.entry("AWS::CloudFront::Function", List.of("Name")),
            Map.entry("AWS::CloudFront::OriginAccessControl", List.of("OriginAccessControlConfig/Name")),
            Map.entry("AWS::CloudFront::ResponseHeadersPolicy", List.of("ResponseHeadersPolicyConfig/Name")),
            Map.entry("AWS::CloudWatch::Alarm", List.of("AlarmName")),
            Map.entry("AWS::CloudWatch::Dashboard", List.of("DashboardName")),
            Map.entry("AWS::Cognito::UserPool", List.of("UserPoolName")),
            Map.entry("AWS::Cognito::UserPoolDomain", List.of("Domain")),
            Map.entry("AWS::Cognito::ManagedLoginBranding", List.of("UserPoolId", "ClientId")),
            Map.entry("AWS::Cognito::UserPoolGroup", List.of("UserPoolId", "GroupName")),
            Map.entry("AWS::Cognito::UserPoolResourceServer", List.of("UserPoolId", "Identifier")),
            Map.entry("AWS::DynamoDB::Table", List.of("TableName")),
            Map.entry("AWS::Events::EventBus", List.of("Name")),
            Map.entry("AWS::Events::Rule", List.of("Name")),
            Map.entry("AWS::IAM::Role", List.of("RoleName")),
            Map.entry("AWS::Lambda::Alias", List.of("FunctionName", "Name")),
            Map.entry("AWS::Lambda::EventInvokeConfig", List.of("FunctionName", "Qualifier")),
            Map.entry("AWS::Lambda::EventSourceMapping", List.of("FunctionName", "EventSourceArn")),
            Map.entry("AWS::Lambda::Function", List.of("FunctionName")),
            Map.entry("AWS::Logs::DeliveryDestination", List.of("Name")),
            Map.entry("AWS::Logs::DeliverySource", List.of("Name")),
            Map.entry("AWS::Logs::LogGroup", List.of("LogGroupName")),
            Map.entry("AWS::Logs::ResourcePolicy", List.of("PolicyName")),
            Map.entry("AWS::SQS::Queue", List.of("QueueName")),
            Map.entry("AWS::StepFunctions::StateMachine", List.of("StateMachineName")));

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
                        + "=true, and commit infra/src/test/resources/named-resources.txt. A named"
                        + " resource whose logical id must change needs a new name, or two deployments.")
                .isEmpty();
    }

    @Test
    void tables_areNamedAndRecorded() throws IOException {
        assertThat(Files.readAllLines(FILE))
                .filteredOn(line -> line.startsWith("AWS::DynamoDB::Table "))
                .hasSize(14);
    }

    /** Returns the type and name of each named resource, with its stack and logical id. */
    private static Map<String, String> placesByName() {
        Map<String, String> places = new TreeMap<>();
        TestApp app = TestApp.withEdge();
        app.stackNames().stream()
                .map(stack -> stack.substring("Backplane-dev-".length()))
                .forEach(stack -> NAMES.forEach((type, properties) -> app.resources(stack, type)
                        .forEach((id, resource) -> name(resource, properties).ifPresent(name -> {
                            String key = type + " " + (properties.size() > 1 ? stack + " " : "") + name;
                            assertThat(places.put(key, stack + "/" + id))
                                    .as("%s has one place", key)
                                    .isNull();
                        }))));
        return places;
    }

    private static Optional<String> name(JsonNode resource, List<String> properties) {
        List<JsonNode> values = properties.stream()
                .map(property -> resource.at("/Properties/" + property))
                .toList();
        return values.getLast().isMissingNode()
                ? Optional.empty()
                : Optional.of(values.stream()
                        .map(value -> value.isTextual() ? value.asText() : value.toString())
                        .collect(Collectors.joining(" ")));
    }
}
