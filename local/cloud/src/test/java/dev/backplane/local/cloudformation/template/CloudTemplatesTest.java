package dev.backplane.local.cloudformation.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.list;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.testing.Assembly;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CloudTemplatesTest {

    private static final String THING = "Test::Thing";

    @TempDir
    private Path folder;

    @Test
    void read_resolvesReferencesToResourcesAndPseudoParameters() {
        JsonNode properties = thing("""
                Resources:
                  Other:
                    Type: Test::Thing
                    Properties: {Name: other}
                  Thing:
                    Type: Test::Thing
                    Properties:
                      Values:
                        - {Ref: Other}
                        - {"Fn::GetAtt": [Other, Arn]}
                        - {"Fn::GetAtt": Other.Arn}
                        - {"Fn::Join": ["/", [{Ref: "AWS::AccountId"}, {Ref: "AWS::Region"}]]}
                        - {"Fn::Sub": "${AWS::StackName}-${Other.Arn}-${!Literal}-${Own}"}
                        - {"Fn::Sub": ["${Own}!", {Own: {Ref: Other}}]}
                        - {"Fn::Select": [1, {"Fn::Split": [",", "a,b,c"]}]}
                Parameters:
                  Own: {Type: String, Default: mine}
                """);

        assertThat(properties.path("Values").valueStream().map(JsonNode::asText))
                .containsExactly(
                        "other",
                        "arn:test:other",
                        "arn:test:other",
                        "000000000000/us-east-1",
                        "Main-arn:test:other-${Literal}-mine",
                        "other!",
                        "b");
    }

    @Test
    void read_resolvesWhatAnotherStackExports() {
        assembly().stack("Source", """
                        Resources:
                          Shared: {Type: Test::Thing, Properties: {Name: shared}}
                        Outputs:
                          SharedArn:
                            Value: {"Fn::GetAtt": [Shared, Arn]}
                            Export: {Name: {"Fn::Join": [":", [{Ref: "AWS::StackName"}, SharedArn]]}}
                        """);
        JsonNode properties = thing("""
                Resources:
                  Thing: {Type: Test::Thing, Properties: {Values: {"Fn::ImportValue": "Source:SharedArn"}}}
                """);

        assertThat(properties.path("Values").asText()).isEqualTo("arn:test:shared");
    }

    @Test
    void read_leavesOutPropertiesWithoutValue() {
        assembly().stack("Main", """
                        Resources:
                          Thing:
                            Type: Test::Thing
                            Properties:
                              Name: en
                              Values: {Ref: "AWS::NoValue"}
                        """);

        assertThat(read().resources().getFirst().properties().has("Values")).isFalse();
    }

    @Test
    void read_whenAResourceHasACondition_saysThatItIsUnknown() {
        assembly().stack("Main", """
                        Conditions: {Never: {"Fn::Equals": [a, b]}}
                        Resources:
                          Thing: {Type: Test::Thing, Condition: Never, Properties: {Name: {"Fn::If": [Never, a, b]}}}
                        """);

        assertThatThrownBy(this::read)
                .hasMessageContaining("attribute Condition is not supported")
                .hasMessageContaining("intrinsic function Fn::If is not supported");
    }

    @Test
    void read_whenThingsAreUnknown_namesAllOfThemAtOnce() {
        assembly().stack("Main", """
                        Resources:
                          Strange: {Type: Test::Strange}
                          Thing:
                            Type: Test::Thing
                            UpdatePolicy: {}
                            Properties:
                              Colour: red
                              Options: [{Known: 1, Hidden: 2}]
                              Name: {"Fn::Transform": x}
                              Values: [{Ref: Nobody}, {"Fn::GetAtt": [Thing, Weight]}, {"Fn::ImportValue": Nothing}]
                        """);

        assertThatThrownBy(this::read)
                .isInstanceOf(TemplateException.class)
                .extracting(failure -> ((TemplateException) failure).problems(), list(String.class))
                .containsExactlyInAnyOrder(
                        "Main/Strange (Test::Strange): type Test::Strange is not supported by the local cloud",
                        "Main/Thing (Test::Thing): attribute UpdatePolicy is not supported by the local cloud",
                        "Main/Thing (Test::Thing): property Colour is not supported by the local cloud",
                        "Main/Thing (Test::Thing): property Options.Hidden is not supported by the local cloud",
                        "Main/Thing (Test::Thing): intrinsic function Fn::Transform is not supported",
                        "Main/Thing (Test::Thing): Ref to Nobody, which is neither a resource nor a parameter with a"
                                + " default",
                        "Main/Thing (Test::Thing): attribute Weight of Thing is not supported",
                        "Main/Thing (Test::Thing): no stack exports Nothing");
    }

    @Test
    void read_whenANameDependsOnItself_saysSo() {
        assembly().stack("Main", """
                        Resources:
                          Hen: {Type: Test::Thing, Properties: {Name: {Ref: Egg}}}
                          Egg: {Type: Test::Thing, Properties: {Name: {Ref: Hen}}}
                        """);

        assertThatThrownBy(this::read).hasMessageContaining("its name depends on itself");
    }

    @Test
    void read_whenTwoResourcesHaveOneName_namesBoth() {
        assembly().stack("Main", """
                        Resources:
                          One: {Type: Test::Thing, Properties: {Name: same}}
                          Two: {Type: Test::Thing, Properties: {Name: same}}
                        """);

        assertThatThrownBy(this::read)
                .hasMessageContaining("Main/Two (Test::Thing): has the same name as Main/One (Test::Thing)");
    }

    @Test
    void read_whenFnSelectHasNoNumber_saysWhere() {
        assembly().stack("Main", """
                        Resources:
                          Thing: {Type: Test::Thing, Properties: {Values: {"Fn::Select": [first, [a, b]]}}}
                        """);

        assertThatThrownBy(this::read)
                .hasMessageContaining("Main/Thing (Test::Thing): Fn::Select picks an element that is not there");
    }

    @Test
    void read_whenThereAreNoTemplates_saysWhere() {
        assertThatThrownBy(this::read).hasMessageContaining(folder.toString());
    }

    @Test
    void read_findsResourcesByTypeRefAndArn() {
        assembly().stack("Main", """
                        Resources:
                          Thing: {Type: Test::Thing, Properties: {Name: one}}
                        """);
        CloudTemplates templates = read();
        TemplateResource thing = templates.ofType(THING).getFirst();

        assertThat(templates.byRef(THING, "one")).contains(thing);
        assertThat(templates.byArn("arn:test:one")).contains(thing);
        assertThat(templates.byArn("arn:test:two")).isEmpty();
    }

    @Test
    void withoutEffect_tellsWhatWasReadInVainAndWhy() {
        assembly().stack("Main", """
                        Resources:
                          One: {Type: Test::Thing, Properties: {Options: [{Paint: red}, {Paint: blue}]}}
                          Two: {Type: Test::Thing, Properties: {Options: {Paint: red, Known: 1}}}
                        """);

        assertThat(read().withoutEffect()).containsExactly("Test::Thing Options.Paint: only seen from outside");
    }

    private Assembly assembly() {
        return new Assembly(folder);
    }

    private CloudTemplates read() {
        return CloudTemplates.read(folder, kinds(), TemplateEdit.NONE);
    }

    private JsonNode thing(String yaml) {
        assembly().stack("Main", yaml);
        return read().resources().stream()
                .filter(resource -> resource.logicalId().equals("Thing"))
                .findFirst()
                .orElseThrow()
                .properties();
    }

    private static ResourceKinds kinds() {
        return new ResourceKinds()
                .register(List.of(new ResourceKind(
                        THING,
                        KnownProperties.used("Name", "Values", "Options.Known")
                                .withoutEffect("only seen from outside", "Options.Paint"),
                        declaration -> new ResourceIdentity(
                                declaration.nameFrom("Name"),
                                Map.of("Arn", "arn:test:" + declaration.nameFrom("Name"))))));
    }
}
