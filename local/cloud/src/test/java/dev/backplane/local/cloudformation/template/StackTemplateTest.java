package dev.backplane.local.cloudformation.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class StackTemplateTest {

    private static final String TEMPLATE = """
            Parameters: {Stage: {Type: String}}
            Resources:
              Queue: {Type: Q}
              Other: {Type: Q, DependsOn: Queue}
              Alarm:
                Type: A
                DependsOn: [Other]
                Properties:
                  Name: {'Fn::Sub': '${AWS::StackName}-${Stage}-${Queue.Name}-${!Literal}'}
                  Url: {'Fn::Join': ['', ['x', {Ref: Queue}]]}
                  Region: {Ref: AWS::Region}
                  Nothing: {Ref: AWS::NoValue}
            """;

    /** A stack named {@code s} with a queue. */
    private record Values(String stage) implements StackTemplate.Values {

        private static final Map<String, String> REFS = Map.of("AWS::StackName", "s", "Queue", "url");

        @Override
        public Optional<JsonNode> ref(String name) {
            return Optional.ofNullable(name.equals("Stage") ? stage : REFS.get(name))
                    .map(TextNode::valueOf);
        }

        @Override
        public Optional<JsonNode> attribute(String logicalId, String attribute) {
            return logicalId.equals("Queue") && attribute.equals("Name")
                    ? Optional.of(TextNode.valueOf("q"))
                    : Optional.empty();
        }
    }

    @Test
    void resolve_putsInWhatTheStackHas() throws IOException {
        StackTemplate template = template(TEMPLATE);

        JsonNode resolved = template.resolve("Alarm", template.resource("Alarm").path("Properties"), new Values("dev"));

        assertThat(resolved.toString())
                .isEqualTo("{\"Name\":\"s-dev-q-${Literal}\",\"Url\":\"xurl\",\"Region\":\"us-east-1\"}");
    }

    @Test
    void resolve_whenSomethingIsNotThere_namesIt() throws IOException {
        StackTemplate template = template("Resources: {A: {Properties: {X: {'Fn::GetAtt': [Queue, Arn]}}}}");

        assertThatThrownBy(() -> template.resolve("A", template.resource("A"), new Values("dev")))
                .hasMessageContaining("A: there is no Queue.Arn to refer to");
    }

    @Test
    void dependencies_areWhatIsSaidAndWhatIsReferredTo() throws IOException {
        assertThat(template(TEMPLATE).dependencies("Alarm")).containsExactlyInAnyOrder("Other", "Queue");
        assertThat(template(TEMPLATE).dependencies("Queue")).isEmpty();
    }

    @Test
    void unresolved_areNamesThatNothingHas() throws IOException {
        assertThat(template(TEMPLATE).unresolved()).isEmpty();
        assertThat(template("""
                        Resources: {A: {DependsOn: B, Properties: {X: {'Fn::Sub': ['${C}${D.Arn}${own}', {own: x}]}}}}
                        Outputs: {O: {Value: {Ref: E}}}
                        """).unresolved()).containsExactlyInAnyOrder("B", "C", "D", "E");
    }

    private static StackTemplate template(String yaml) throws IOException {
        return new StackTemplate("s", (ObjectNode) new YAMLMapper().readTree(yaml));
    }
}
