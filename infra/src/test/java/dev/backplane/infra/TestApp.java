package dev.backplane.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.backplane.layers.workflow.PublishStateMachine;
import dev.backplane.pool.workflow.CleanupStateMachine;
import dev.backplane.tenants.workflow.TenantStateMachine;
import dev.backplane.userdata.workflow.ExportStateMachine;
import dev.backplane.userdata.workflow.RemovalStateMachine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import software.amazon.awscdk.App;
import software.amazon.awscdk.cxapi.CloudAssembly;

/** The application, synthesized with the project's {@code cdk.json} and placeholders for the functions' jars. */
record TestApp(CloudAssembly assembly, Map<String, JsonNode> read) {

    private static final Map<Map<String, Object>, TestApp> SYNTHESIZED = new HashMap<>();

    /** The stacks of the services. */
    static final List<String> SERVICES = List.of("Deployments", "Layers", "Tenants", "Pool", "Userdata", "Activity");

    /** The stacks that have functions. */
    private static final List<String> CODE =
            Stream.concat(SERVICES.stream(), Stream.of("Identity")).toList();

    /** The topic of {@link #configured}. */
    static final String TOPIC = "arn:aws:sns:us-east-1:123456789012:pager";

    private static final Map<String, Object> SETTINGS = Map.ofEntries(
            Map.entry("alarmTopicArn", TOPIC),
            Map.entry("maxReadUnitsPerSecond", "400"),
            Map.entry("maxWriteUnitsPerSecond", "200"),
            Map.entry("skewProtectionHours", "48"),
            Map.entry("layerNamePrefix", "team-"),
            Map.entry("layerRegions", List.of("eu-central-1", "us-east-1")),
            Map.entry("layerParameterPrefix", "team/dev"),
            Map.entry("poolMaxAccounts", "50"),
            Map.entry("leaseDefaultMinutes", "60"),
            Map.entry("poolLowThreshold", "7"),
            Map.entry("poolSelfRegistration", "false"),
            Map.entry("cleanupTries", "2"),
            Map.entry("cleanupTypicalMinutes", "15"),
            Map.entry("leaseWarningMinutes", "120,15"),
            Map.entry("poolListShards", "16"),
            Map.entry(
                    "tenants",
                    Map.of(
                            "onboarding", "registered",
                            "tiers", Map.of("gold", Map.of()),
                            "forward", List.of("Order", "Invoice"))),
            Map.entry("poolAccessRole", "access"),
            Map.entry("poolRevocationRole", "revocation"),
            Map.entry("poolExternalId", "external"),
            Map.entry("allowedOrigins", "https://app.example.com,http://localhost:5173"),
            Map.entry(
                    "identity",
                    Map.of(
                            "mfa",
                            "required",
                            "selfSignUp",
                            true,
                            "callbackUrls",
                            List.of("https://console.example.com/"),
                            "clients",
                            Map.of(
                                    "proxy",
                                    List.of("backplane/deployments.read"),
                                    "ci-pipeline",
                                    List.of("backplane/layers.write", "backplane/deployments.write")))));

    private static final Map<String, Object> FEWER_PARTS = Map.of(
            "alarms",
            "none",
            "layerUsage",
            "off",
            "identity",
            Map.of(
                    "mfa",
                    "off",
                    "clients",
                    Map.of("ci-pipeline", List.of(), "proxy", List.of("backplane/deployments.read"))));

    /** The certificate of {@link #withDomain}. */
    static final String CERTIFICATE =
            "arn:aws:acm:us-east-1:123456789012:certificate/01234567-89ab-cdef-0123-456789abcdef";

    /** The web ACL of {@link #withDomain}. */
    static final String WEB_ACL = "arn:aws:wafv2:us-east-1:123456789012:global/webacl/guard/01234567-89ab";

    private static final Map<String, Object> DOMAIN = Map.of(
            "edge",
            "true",
            "edgeDomain",
            "backplane.example.com",
            "edgeCertificateArn",
            CERTIFICATE,
            "edgeWebAclArn",
            WEB_ACL);

    /** The files that the application reads, except for the functions' jars. */
    private static final List<String> FILES = Stream.concat(
                    Stream.of(
                            "cdk.json",
                            "version.txt",
                            PublishStateMachine.FILE,
                            CleanupStateMachine.FILE,
                            RemovalStateMachine.FILE,
                            ExportStateMachine.FILE,
                            "examples/tenant-template/tenant.template.yaml",
                            "examples/tenant-template/version.txt",
                            "examples/tenant-template/" + TenantDefinition.VERSIONS),
                    Stream.of(TenantStateMachine.values()).map(TenantStateMachine::file))
            .toList();

    /** The root of the checkout, which contains {@code cdk.json} and {@code docs}. */
    static final Path ROOT = Workspace.around(Path.of("")).root();

    /** The stage dev, synthesized once for all test classes. */
    static TestApp dev() {
        return with(Map.of());
    }

    /** Returns the stage dev with settings that do not affect each other, so that their tests share one synthesis. */
    static TestApp configured() {
        return with(SETTINGS);
    }

    /** Returns the stage dev without alarms, without second factors, and with a client that has no scopes. */
    static TestApp withFewerParts() {
        return with(FEWER_PARTS);
    }

    /** Returns the stage dev with all its parts: a distribution that has CloudFront's own domain, and SSM parameters. */
    static TestApp withEdge() {
        return with(Map.of("edge", "true", "layerParameterPrefix", "backplane"));
    }

    /** Returns the stage dev with a distribution that has its own domain and a web ACL. */
    static TestApp withDomain() {
        return with(DOMAIN);
    }

    /** Returns the stage dev with a distribution and an external issuer. */
    static TestApp withExternalIssuer() {
        return with(Map.of("edge", "true", "issuer", "https://login.example.com/realm", "audience", "backplane,ops"));
    }

    /** Returns the stage dev with additional context, as with {@code -c}. */
    static synchronized TestApp with(Map<String, Object> context) {
        return SYNTHESIZED.computeIfAbsent(context, TestApp::synthesize);
    }

    private static TestApp synthesize(Map<String, Object> context) {
        Workspace workspace = workspace();
        Map<String, Object> all = new TreeMap<>(workspace.context());
        all.putAll(context);
        App app = App.Builder.create()
                .context(all)
                .outdir(workspace.root().resolve("cdk.out").toString())
                .build();
        BackplaneApp.addStacks(app, workspace);
        return new TestApp(app.synth(), new HashMap<>());
    }

    /** Creates a folder like a checkout after its build, so that these tests need no build of the functions. */
    static Workspace workspace() {
        return unchecked(() -> {
            Path root = Files.createTempDirectory("backplane-infra");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(root)));
            for (String file : FILES) {
                Files.createDirectories(root.resolve(file).getParent());
                Files.copy(ROOT.resolve(file), root.resolve(file));
            }
            Path packages = Files.createDirectories(root.resolve("packaging/target/aot"));
            for (String service : CODE) {
                Path code = root.resolve("functions").resolve(service.toLowerCase(Locale.ROOT));
                Path library = Files.createDirectories(code.resolve("target/function/lib"));
                Files.writeString(library.resolve("stand-in.jar"), "no code");
                Files.writeString(packages.resolve(service.toLowerCase(Locale.ROOT) + "-x86_64.zip"), "no zip");
            }
            Path site = root.resolve("console/target/classes/site");
            Files.createDirectories(site.resolve("docs"));
            Files.writeString(site.resolve("index.html"), "no page");
            Files.writeString(site.resolve("docs/index.html"), "no page");
            return new Workspace(root);
        });
    }

    List<String> stackNames() {
        return assembly.getStacks().stream().map(stack -> stack.getStackName()).toList();
    }

    /**
     * Returns the warnings and errors of a stack, by its full name, from the existing synthesis. Each of the CDK's
     * assertions on annotations would synthesize the whole application again.
     */
    List<String> findings(String stack) {
        Path file = Path.of(assembly.getDirectory(), stack + ".metadata.json");
        return unchecked(() -> new JsonMapper().readTree(file.toFile()))
                .valueStream()
                .flatMap(JsonNode::valueStream)
                .map(entry ->
                        entry.get("type").asText() + " " + entry.path("data").asText())
                .filter(entry -> entry.startsWith("aws:cdk:warning") || entry.startsWith("aws:cdk:error"))
                .toList();
    }

    /** Returns the template of a stack, read once: many tests use it, and none may change it. */
    synchronized JsonNode template(String stack) {
        return read.computeIfAbsent(stack, this::readTemplate);
    }

    private JsonNode readTemplate(String stack) {
        Path file = Path.of(assembly.getStackByName("Backplane-dev-" + stack).getTemplateFullPath());
        return unchecked(() -> new JsonMapper().readTree(file.toFile()));
    }

    /** Returns the resources of one type by logical id. */
    Map<String, JsonNode> resources(String stack, String type) {
        Map<String, JsonNode> found = new TreeMap<>();
        template(stack).get("Resources").properties().forEach(resource -> {
            if (resource.getValue().get("Type").asText().equals(type)) {
                found.put(resource.getKey(), resource.getValue());
            }
        });
        return found;
    }

    /** Returns the resource with this logical id. */
    JsonNode resource(String stack, String id) {
        return template(stack).get("Resources").required(id);
    }

    /** Returns the properties of all resources of one type. */
    List<JsonNode> properties(String stack, String type) {
        return resources(stack, type).values().stream()
                .map(resource -> resource.get("Properties"))
                .toList();
    }

    /** Returns the rule of a stack that matches events; the others are schedules. */
    JsonNode eventRule(String stack) {
        List<JsonNode> rules = properties(stack, "AWS::Events::Rule").stream()
                .filter(rule -> rule.has("EventPattern"))
                .toList();
        assertThat(rules).hasSize(1);
        return rules.getFirst();
    }

    /** Returns the rule that calls a function with events. */
    JsonNode eventRule(String stack, String function) {
        return properties(stack, "AWS::Events::Rule").stream()
                .filter(rule -> rule.path("Name").asText().equals("backplane-dev-" + function))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the event source mapping of a function. */
    JsonNode mapping(String stack, String function) {
        return properties(stack, "AWS::Lambda::EventSourceMapping").stream()
                .filter(mapping -> mapping.at("/FunctionName/Ref").asText().startsWith(function + "Live"))
                .findFirst()
                .orElseThrow();
    }

    private static void delete(Path folder) {
        unchecked(() -> {
            try (var files = Files.walk(folder)) {
                for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                    Files.delete(file);
                }
            }
            return folder;
        });
    }

    private interface Reading<T> {
        T read() throws IOException;
    }

    private static <T> T unchecked(Reading<T> reading) {
        try {
            return reading.read();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
