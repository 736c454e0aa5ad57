package dev.backplane.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.backplane.infra.settings.InvalidSettingsException;
import dev.backplane.infra.settings.StageSettings;
import dev.backplane.infra.settings.TenantOptions;
import dev.backplane.tenants.StackInputs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The templates of operators, starting from the example. */
class TenantDefinitionTest {

    private static final String FOLDER = "examples/tenant-template";
    private static final String FILE = FOLDER + "/tenant.template.yaml";

    @TempDir
    private Path root;

    @BeforeEach
    void copyTheExample() throws IOException {
        Files.createDirectories(root.resolve(FOLDER));
        for (String name : new String[] {"tenant.template.yaml", "version.txt", TenantDefinition.VERSIONS}) {
            Files.copy(
                    TestApp.ROOT.resolve(FOLDER).resolve(name),
                    root.resolve(FOLDER).resolve(name));
        }
    }

    /** Returns the settings that the README of the example shows. */
    static Map<String, Object> example() throws IOException {
        String text = Files.readString(TestApp.ROOT.resolve(FOLDER).resolve("README.md"));
        String json = text.substring(text.indexOf("```json") + 7, text.indexOf("```", text.indexOf("```json") + 7));
        return new JsonMapper().readValue("{" + json + "}", new TypeReference<>() {});
    }

    private static TenantOptions options() throws IOException {
        return options(example());
    }

    private static TenantOptions options(Map<String, Object> settings) {
        return StageSettings.of("dev", Map.of("logRetentionDays", 14, "tenants", settings.getOrDefault("tenants", "")))
                .tenants();
    }

    private TenantDefinition read() throws IOException {
        return TenantDefinition.of(new Workspace(root), options());
    }

    private void replace(String old, String by) throws IOException {
        Path file = root.resolve(FILE);
        String text = Files.readString(file);
        assertThat(text).contains(old);
        Files.writeString(file, text.replace(old, by));
    }

    private void assertProblems(String... problems) {
        assertThatThrownBy(this::read)
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageStartingWith("The template of tenants cannot be used:")
                .hasMessageContainingAll(problems);
    }

    @Test
    void example_isValid_andItsParametersAreGivenPerTier() throws Exception {
        TenantDefinition definition = read();

        assertThat(definition.version().value()).isEqualTo("1.0.0");
        assertThat(definition.parameters())
                .containsExactly(
                        "Execution",
                        "InboundDlqArn",
                        "MetadataFunctionArn",
                        "RetentionSeconds",
                        "StackVersion",
                        "TenantId",
                        "Tier");
        assertThat(definition.tierParameters())
                .containsOnly(
                        Map.entry("", new TreeMap<>(Map.of("RetentionSeconds", "345600", "Tier", "standard"))),
                        Map.entry("premium", new TreeMap<>(Map.of("RetentionSeconds", "1209600", "Tier", "premium"))),
                        Map.entry("standard", new TreeMap<>(Map.of("RetentionSeconds", "345600", "Tier", "standard"))));
    }

    @Test
    void shortForms_becomeFullForms_andDatesStayStrings() throws Exception {
        JsonNode template = new JsonMapper().readTree(read().template().text());

        assertThat(template.at("/Resources/TenantRecord/Properties/InboundQueueArn"))
                .hasToString("{\"Fn::GetAtt\":\"InboundQueue.Arn\"}");
        assertThat(template.at("/Resources/InboundQueue/Properties/QueueName"))
                .hasToString("{\"Fn::Sub\":\"${AWS::StackName}-inbound\"}");
        assertThat(template.at("/Resources/OrdersAccess/Properties/AssumeRolePolicyDocument/Version"))
                .hasToString("\"2012-10-17\"");
    }

    @Test
    void comments_doNotChangeTheTemplate() throws Exception {
        TenantDefinition before = read();
        replace("Resources:\n", "# What a tenant has.\nResources:\n");
        assertThat(read()).isEqualTo(before);
    }

    @Test
    void inputs_changeWithTheTemplateAndWithTheTier() throws Exception {
        StackInputs before = read().inputs();
        assertThat(before.digest(Optional.of("premium"))).isNotEqualTo(before.digest(Optional.of("standard")));
        assertThat(before.digest(Optional.of("standard"))).isEqualTo(before.digest(Optional.empty()));
        assertThat(before.digest(Optional.of("gold"))).isEmpty();

        replace("maxReceiveCount: 10", "maxReceiveCount: 11");
        String hash = TenantTemplate.of(TenantTemplateFile.parse(FILE, Files.readString(root.resolve(FILE))))
                .hash();
        Files.writeString(root.resolve(FOLDER).resolve(TenantDefinition.VERSIONS), "1.0.0 " + hash + "\n");
        StackInputs after = read().inputs();
        assertThat(after.digests().values())
                .hasSize(3)
                .doesNotContainAnyElementsOf(before.digests().values());
    }

    @Test
    void aTemplateThatChangedUnderItsVersion_isRefusedWithTheLineToAdd() throws Exception {
        replace("maxReceiveCount: 10", "maxReceiveCount: 11");
        assertProblems(
                "but " + FOLDER + "/version.txt still says 1.0.0",
                "for instance to 1.0.1, and add this line to " + FOLDER + "/tenant-template-versions.txt: 1.0.1 ");
    }

    @Test
    void aTemplateWithoutAVersion_isRefusedWithTheFilesToCreate() throws Exception {
        Files.delete(root.resolve(FOLDER).resolve("version.txt"));
        assertProblems(FOLDER + "/version.txt does not exist: create it with a version, such as 1.0.0", "1.0.0 ");
    }

    @Test
    void aVersionThatRunsCannotCarry_isRefused() throws Exception {
        Files.writeString(root.resolve(FOLDER).resolve("version.txt"), "v2\n");
        assertProblems(FOLDER + "/version.txt must be a version, such as 1.0.0");
    }

    @Test
    void allProblemsOfParameters_areReportedAtOnce() throws Exception {
        replace("  TenantId: { Type: String }\n", "");
        replace("  Execution: { Type: String }", "  Execution: { Type: Number, Default: 1 }");
        replace("    AllowedValues: [standard, premium]", "    AllowedValues: [standard]");
        replace("    Type: Number\n    Default: 345600", "    Type: Number\n    NoEcho: true");
        assertProblems(
                FILE + ": Parameters.TenantId: is missing; declare it with Type String",
                FILE + ": Parameters.Execution: must have Type String",
                FILE + ": Parameters.Tier.AllowedValues: does not contain premium, the value of tenants.tiers.premium",
                FILE + ": Parameters.RetentionSeconds: has no Default; add one",
                FILE + ": Parameters.RetentionSeconds: must not be NoEcho",
                FILE + ": Resources.TenantRecord: refers to TenantId, which is neither a resource nor a parameter");
    }

    @Test
    void allProblemsOfTheCustomResource_areReportedAtOnce() throws Exception {
        replace("TenantId: !Ref TenantId", "TenantId: acme");
        replace("      InboundQueueUrl: !Ref InboundQueue\n", "      QueueUrl: !Ref InboundQueue\n");
        replace("ServiceTimeout: 600", "ServiceTimeout: 60");
        replace("        Tier: !Ref Tier", "        my-tier: [!Ref Tier]");
        replace("        OrdersAccessRole: !GetAtt OrdersAccess.Arn\n", "");
        replace("    Type: Custom::TenantRecord", "    Type: Custom::TenantRecord\n    DeletionPolicy: Retain");
        String place = FILE + ": Resources.TenantRecord.";
        assertProblems(
                place + "Properties.TenantId: must be {\"Ref\": \"TenantId\"}",
                place + "Properties.InboundQueueUrl: is missing",
                place + "Properties.QueueUrl: is not a property of this resource",
                place + "Properties.ServiceTimeout: must be 600 to 1800 seconds",
                place + "Properties.Outputs.my-tier: must have a name that matches",
                place + "Properties.Outputs.my-tier: must be a string or an intrinsic function",
                place + "DeletionPolicy: must be Delete",
                place + "DependsOn: must name all resources that this one does not refer to; add [OrdersAccess]");
    }

    @Test
    void moreThanTwentyOutputs_areRefused() throws Exception {
        StringBuilder many = new StringBuilder("      Outputs:\n");
        for (int i = 0; i < 18; i++) {
            many.append("        Extra").append(i).append(": text\n");
        }
        replace("      Outputs:\n", many.toString());
        assertProblems("Resources.TenantRecord.Properties.Outputs: has 21 members; at most 20 are allowed");
    }

    @Test
    void aTemplateWithoutTheCustomResource_isRefused() throws Exception {
        replace("ServiceToken: !Ref MetadataFunctionArn", "ServiceToken: !Ref StackVersion");
        assertProblems(FILE + ": Resources: 0 resources have the ServiceToken {\"Ref\": \"MetadataFunctionArn\"}");
    }

    @Test
    void namesThatDoNotBeginWithTheStack_areRefused() throws Exception {
        replace("TableName: !Sub ${AWS::StackName}-orders", "TableName: !Sub orders-${AWS::StackName}");
        assertProblems(
                FILE + ": Resources.Orders.Properties.TableName: must begin with the name of the stack",
                "CloudFormation generates one");
    }

    @Test
    void sectionsAndMacrosThatAreNotSupported_areRefused() throws Exception {
        replace("Resources:\n", "Transform: AWS::Serverless-2016-10-31\nResources:\n");
        replace("Description: Reads", "Extra: !Transform { Name: AWS::Include }\n      Description: Reads");
        assertProblems(FILE + ": Transform: is not supported", FILE + ": Fn::Transform: macros are not supported");
    }

    @Test
    void resourcesWithoutPermissions_areRefused() throws Exception {
        Map<String, Object> settings = Map.of("tenants", Map.of("template", FILE));
        assertThatThrownBy(() -> TenantDefinition.of(new Workspace(root), options(settings)))
                .hasMessageContainingAll(
                        "Resources.Orders: needs permissions; add the actions of dynamodb to tenants.stackRole",
                        "Resources.OrdersAccess: needs permissions; add the actions of iam to tenants.stackRole",
                        "Resources.OrdersAccess: is an IAM resource; set tenants.stackRole.capability to CAPABILITY_IAM");
        replace("      Description: Reads", "      RoleName: !Sub ${AWS::StackName}-orders\n      Description: Reads");
        assertProblems("Resources.OrdersAccess: is an IAM resource; set tenants.stackRole.capability to"
                + " CAPABILITY_NAMED_IAM");
    }

    @Test
    void aTierWhoseParameterIsNotDeclared_isRefused() {
        Map<String, Object> settings = Map.of(
                "tenants",
                Map.of(
                        "template",
                        FILE,
                        "tiers",
                        Map.of("gold", Map.of("parameters", Map.of("Colour", "gold", "TenantId", "x")))));
        assertThatThrownBy(() -> TenantDefinition.of(new Workspace(root), options(settings)))
                .hasMessageContaining("Parameters.Colour: is missing; declare it, because tenants.tiers.gold sets it")
                .hasMessageContaining("Parameters.TenantId: is set by the service; remove it from tenants.tiers.gold");
    }

    @Test
    void parametersThatDoNotFitIntoAFunction_areRefused() {
        Map<String, Object> settings = Map.of(
                "tenants",
                Map.of(
                        "template",
                        FILE,
                        "tiers",
                        Map.of("premium", Map.of("parameters", Map.of("RetentionSeconds", "9".repeat(2000))))));
        assertThatThrownBy(() -> TenantDefinition.of(new Workspace(root), options(settings)))
                .hasMessageContaining("cdk.json: tenants.tiers: the parameters of all tiers have")
                .hasMessageContaining("at most 2000 are possible");
    }

    @Test
    void filesThatCannotBeRead_areRefused() throws Exception {
        Files.writeString(root.resolve(FILE), "Resources:\n  A: 1\n  A: 2\n");
        assertThatThrownBy(this::read)
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContaining(FILE + ": cannot be parsed: ")
                .hasMessageContaining("duplicate key A");
        Files.writeString(root.resolve(FILE), "text");
        assertThatThrownBy(this::read).hasMessageContaining(FILE + ": must be a CloudFormation template");
        Files.delete(root.resolve(FILE));
        assertThatThrownBy(this::read).hasMessageContaining(FILE + " does not exist");
    }

    @Test
    void json_isReadToo() {
        assertThat(TenantTemplateFile.parse("t.json", "{\"Resources\":{}}")).hasToString("{\"Resources\":{}}");
        assertThatThrownBy(() -> TenantTemplateFile.parse("t.json", "{\"A\":1,\"A\":2}"))
                .hasMessageContaining("t.json: cannot be parsed: Duplicate");
    }

    @Test
    void theBuiltInTemplate_hasNoInputsOfTiers() {
        TenantDefinition builtIn =
                TenantDefinition.of(new Workspace(TestApp.ROOT), options(Map.of("tenants", Map.of())));

        assertThat(builtIn.inputs()).isEqualTo(StackInputs.BUILT_IN);
        assertThat(builtIn.template()).isEqualTo(TenantTemplate.synthesize());
        assertThat(builtIn.parameters()).contains("TenantId", "StackVersion", "Execution", "MetadataFunctionArn");
    }

    @Test
    void aPolicyOfTheQueue_isRefused_becauseAnUpdateWouldUndoASuspension() throws Exception {
        replace("  Orders:\n", """
                  Senders:
                    Type: AWS::SQS::QueuePolicy
                    Properties:
                      Queues: [!Ref InboundQueue]
                      PolicyDocument: {Statement: []}

                  Orders:
                """);
        assertProblems("Resources.Senders: must not be a policy of the queue that TenantRecord reports");
    }

    @Test
    void aDeadLetterQueue_isReportedWithArnAndUrl_orNotAtAll() throws Exception {
        replace(
                "      InboundQueueArn: !GetAtt InboundQueue.Arn\n",
                "      InboundQueueArn: !GetAtt InboundQueue.Arn\n      DeadLetterQueueArn: !Ref InboundDlqArn\n");
        assertProblems("Properties: must have both or none of [DeadLetterQueueArn, DeadLetterQueueUrl]");
        replace(
                "      DeadLetterQueueArn: !Ref InboundDlqArn\n",
                "      DeadLetterQueueArn: !Ref InboundDlqArn\n      DeadLetterQueueUrl: !Ref InboundDlqArn\n");
        assertThatThrownBy(this::read).hasMessageNotContaining("DeadLetterQueue");
    }

    @Test
    void keysOfQueues_areFound() throws Exception {
        assertThat(read().keys()).isFalse();
        replace("      SqsManagedSseEnabled: true\n", "      KmsMasterKeyId: alias/tenants\n");
        Files.writeString(root.resolve(FOLDER).resolve("version.txt"), "9.0.0\n");
        Files.writeString(root.resolve(FOLDER).resolve(TenantDefinition.VERSIONS), "");
        String line = String.valueOf(catchThrowable(this::read)).replaceAll("(?s).*(9\\.0\\.0 [0-9a-f]{64}).*", "$1");
        Files.writeString(root.resolve(FOLDER).resolve(TenantDefinition.VERSIONS), line + "\n");
        assertThat(read().keys()).isTrue();
    }
}
