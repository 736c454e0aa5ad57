package dev.backplane.local.ssm;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.backplane.local.aws.AwsCalls;
import dev.backplane.local.aws.AwsCalls.Reply;
import dev.backplane.local.aws.AwsNetwork;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.ResourceKinds;
import dev.backplane.local.cloudformation.template.TemplateEdit;
import dev.backplane.local.files.JsonFile;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.iam.IamKinds;
import dev.backplane.local.testing.Assembly;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;

/** Tests parameters with requests as SDK clients send them. */
final class ParameterServiceTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-05T10:00:00.250Z"), ZoneOffset.UTC);
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    private JsonFile file;
    private Parameters parameters;
    private Iam iam;

    @BeforeEach
    void start() {
        file = JsonFile.at(folder.resolve("parameters.json"));
        parameters = new Parameters(file);
        new Assembly(folder).stack("Test", """
                        Resources:
                          Writer:
                            Type: AWS::IAM::Role
                            Properties:
                              RoleName: writer
                              AssumeRolePolicyDocument: {Statement: []}
                              Policies:
                                - PolicyName: calls
                                  PolicyDocument:
                                    Statement:
                                      - Effect: Allow
                                        Action: ['ssm:PutParameter', 'ssm:GetParameters']
                                        Resource: 'arn:aws:ssm:*:000000000000:parameter/team/*'
                                      - Effect: Allow
                                        Action: 'ssm:GetParametersByPath'
                                        Resource: 'arn:aws:ssm:*:000000000000:parameter/team'
                        """);
        iam = Iam.of(CloudTemplates.read(folder, new ResourceKinds().register(IamKinds.all()), TemplateEdit.NONE));
    }

    private AwsNetwork network() {
        return new AwsNetwork(iam, List.of(new ParameterService(parameters, CLOCK)));
    }

    private JsonNode call(String operation, String body) {
        return reply(new AwsCalls(network().connectOwner()), operation, body);
    }

    private static JsonNode reply(AwsCalls calls, String operation, String body) {
        try {
            Reply reply = calls.call("ssm", "AmazonSSM." + operation, JSON.readTree(body));
            return reply.json();
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }

    private JsonNode put(String name, String value) {
        return call("PutParameter", """
                {"Name":"%s","Value":"%s","Type":"String","Overwrite":true}""".formatted(name, value));
    }

    private static String error(JsonNode answer) {
        return answer.path("__type").asText();
    }

    @Test
    void put_createsVersionsAndGetReturnsTheCurrentOne() {
        put("/team/a", "one");

        assertThatJson(put("/team/a", "two")).isEqualTo("{\"Version\":2,\"Tier\":\"Standard\"}");
        assertThatJson(call("GetParameter", "{\"Name\":\"/team/a\"}")).isEqualTo("""
                {"Parameter":{"Name":"/team/a","Type":"String","Value":"two","Version":2,
                "LastModifiedDate":1767607200.25,"ARN":"arn:aws:ssm:us-east-1:000000000000:parameter/team/a",
                "DataType":"text"}}""");
        assertThat(call("GetParameter", "{\"Name\":\"/team/a:2\"}")
                        .at("/Parameter/Selector")
                        .asText())
                .isEqualTo(":2");
        assertThat(error(call("GetParameter", "{\"Name\":\"/team/a:1\"}"))).isEqualTo("ParameterVersionNotFound");
    }

    @Test
    void put_ofAnExistingNameWithoutOverwrite_isRefused() {
        put("/team/a", "one");

        assertThat(error(call("PutParameter", "{\"Name\":\"/team/a\",\"Value\":\"x\",\"Type\":\"String\"}")))
                .isEqualTo("ParameterAlreadyExists");
        assertThat(parameters.values("us-east-1")).containsEntry("/team/a", "one");
    }

    @ParameterizedTest
    @CsvSource({
        "/a b, ValidationException",
        "/a+b, ValidationException",
        "a/b, ValidationException",
        "/ssm/x, ValidationException",
        "/a//b, ValidationException",
        "/a/, ValidationException",
        "/aws/x, AccessDeniedException",
        "/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16, HierarchyLevelLimitExceededException"
    })
    void put_ofABadName_isRefused(String name, String type) {
        assertThat(error(put(name, "x"))).isEqualTo(type);
    }

    @Test
    void put_withinAwsLimits_isAccepted() {
        assertThat(put("/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15", "x")
                        .path("Version")
                        .asInt())
                .isEqualTo(1);
        assertThat(put("plain_name.a-b", "x".repeat(4096)).path("Version").asInt())
                .isEqualTo(1);
        assertThat(error(put("/large", "x".repeat(4097)))).isEqualTo("ValidationException");
        assertThat(error(put("/" + "n".repeat(2048), "x"))).isEqualTo("ValidationException");
    }

    @Test
    void put_ofTheAdvancedTier_isLargerAndStaysAdvanced() {
        String large = "\"Name\":\"/large\",\"Overwrite\":true,\"Value\":\"" + "x".repeat(8192) + "\"";
        assertThat(call("PutParameter", "{" + large + ",\"Type\":\"String\",\"Tier\":\"Advanced\"}")
                        .path("Tier")
                        .asText())
                .isEqualTo("Advanced");
        assertThat(error(call("PutParameter", "{" + large + ",\"Tier\":\"Standard\"}")))
                .isEqualTo("ValidationException");
        assertThat(put("/large", "small").path("Tier").asText()).isEqualTo("Advanced");
    }

    @Test
    void put_withoutATypeOrWithAnUnsupportedOne_isRefused() {
        assertThat(error(call("PutParameter", "{\"Name\":\"/a\",\"Value\":\"x\"}")))
                .isEqualTo("ValidationException");
        assertThat(error(call("PutParameter", "{\"Name\":\"/a\",\"Value\":\"x\",\"Type\":\"SecureString\"}")))
                .isEqualTo("UnsupportedParameterType");
        assertThat(error(call("PutParameter", "{\"Name\":\"/a\",\"Type\":\"String\"}")))
                .isEqualTo("ValidationException");
    }

    @Test
    void getParameters_tellsWhichDoNotExist() {
        put("/team/a", "one");

        JsonNode answer = call("GetParameters", "{\"Names\":[\"/team/a\",\"/team/b\"]}");

        assertThat(answer.at("/Parameters/0/Value").asText()).isEqualTo("one");
        assertThatJson(answer.path("InvalidParameters")).isEqualTo("[\"/team/b\"]");
        assertThat(error(call("GetParameters", "{\"Names\":[]}"))).isEqualTo("ValidationException");
    }

    @Test
    void getParametersByPath_isPagedAndRecursiveIfAsked() {
        for (int i = 0; i < 12; i++) {
            put("/team/sub/p" + (10 + i), "x");
        }
        put("/team/a", "x");
        put("/teams/a", "x");

        assertThat(names(call("GetParametersByPath", "{\"Path\":\"/team\"}"))).containsExactly("/team/a");
        JsonNode first = call("GetParametersByPath", "{\"Path\":\"/team/\",\"Recursive\":true}");
        assertThat(names(first)).hasSize(10);
        JsonNode second = call(
                "GetParametersByPath", """
                {"Path":"/team","Recursive":true,"NextToken":"%s"}""".formatted(first.path("NextToken").asText()));
        assertThat(names(second)).containsExactly("/team/sub/p19", "/team/sub/p20", "/team/sub/p21");
        assertThat(second.has("NextToken")).isFalse();
        assertThat(error(call("GetParametersByPath", "{\"Path\":\"/team\",\"NextToken\":\"%\"}")))
                .isEqualTo("InvalidNextToken");
        assertThat(error(call("GetParametersByPath", "{\"Path\":\"/team\",\"MaxResults\":11}")))
                .isEqualTo("ValidationException");
        assertThat(error(call("GetParametersByPath", "{\"Path\":\"team\"}"))).isEqualTo("ValidationException");
    }

    private static List<String> names(JsonNode answer) {
        return answer.path("Parameters")
                .valueStream()
                .map(parameter -> parameter.path("Name").asText())
                .toList();
    }

    @Test
    void delete_ofAMissingParameter_isRefused() {
        put("/team/a", "one");

        assertThatJson(call("DeleteParameter", "{\"Name\":\"/team/a\"}")).isEqualTo("{}");
        assertThat(error(call("DeleteParameter", "{\"Name\":\"/team/a\"}"))).isEqualTo("ParameterNotFound");
        assertThat(error(call("GetParameter", "{\"Name\":\"/team/a\"}"))).isEqualTo("ParameterNotFound");
        put("/team/b", "two");
        assertThatJson(call("DeleteParameters", "{\"Names\":[\"/team/a\",\"/team/b\"]}"))
                .isEqualTo("{\"DeletedParameters\":[\"/team/b\"],\"InvalidParameters\":[\"/team/a\"]}");
        assertThat(put("/team/b", "again").path("Version").asInt()).isEqualTo(1);
    }

    @Test
    void call_whenTheRoleDoesNotAllowIt_isDenied() {
        AwsCalls writer = new AwsCalls(network()
                .connect(iam.role("arn:aws:iam::000000000000:role/writer")
                        .orElseThrow()
                        .as("Writer")));

        assertThat(error(reply(writer, "PutParameter", "{\"Name\":\"/other/a\",\"Value\":\"x\",\"Type\":\"String\"}")))
                .endsWith("#AccessDeniedException");
        assertThat(error(reply(writer, "GetParameters", "{\"Names\":[\"/team/a\",\"/other/a\"]}")))
                .endsWith("#AccessDeniedException");
        reply(writer, "PutParameter", "{\"Name\":\"/team/a\",\"Value\":\"x\",\"Type\":\"String\"}");
        reply(writer, "GetParameters", "{\"Names\":[\"/team/a\"]}");
        assertThat(names(reply(writer, "GetParametersByPath", "{\"Path\":\"/team\"}")))
                .containsExactly("/team/a");
        assertThat(iam.unusedGrants()).isEmpty();
    }

    @Test
    void parameters_areOfOneRegion() throws IOException {
        put("/team/a", "here");

        byte[] body = "{\"Name\":\"/team/a\"}".getBytes(StandardCharsets.UTF_8);
        int status = network()
                .connectOwner()
                .prepareRequest(HttpExecuteRequest.builder()
                        .request(SdkHttpRequest.builder()
                                .method(SdkHttpMethod.POST)
                                .uri(URI.create("https://ssm.eu-west-1.amazonaws.com/"))
                                .putHeader("X-Amz-Target", "AmazonSSM.GetParameter")
                                .build())
                        .contentStreamProvider(() -> new ByteArrayInputStream(body))
                        .build())
                .call()
                .httpResponse()
                .statusCode();

        assertThat(status).isEqualTo(400);
        assertThat(parameters.values("eu-west-1")).isEmpty();
    }

    @Test
    void parameters_surviveARestart() {
        put("/team/a", "one");

        parameters = new Parameters(file);

        assertThat(parameters.values("us-east-1")).containsEntry("/team/a", "one");
        assertThat(put("/team/a", "two").path("Version").asInt()).isEqualTo(2);
    }
}
