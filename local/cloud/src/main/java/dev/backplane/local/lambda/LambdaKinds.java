package dev.backplane.local.lambda;

import dev.backplane.local.account.Account;
import dev.backplane.local.cloudformation.template.KnownProperties;
import dev.backplane.local.cloudformation.template.ResourceDeclaration;
import dev.backplane.local.cloudformation.template.ResourceIdentity;
import dev.backplane.local.cloudformation.template.ResourceKind;
import java.util.List;
import java.util.Map;

/** The resource types of Lambda. */
public final class LambdaKinds {

    static final String FUNCTION = "AWS::Lambda::Function";
    static final String VERSION = "AWS::Lambda::Version";
    static final String ALIAS = "AWS::Lambda::Alias";
    static final String ASYNCHRONOUS = "AWS::Lambda::EventInvokeConfig";
    static final String PERMISSION = "AWS::Lambda::Permission";

    /** Every version runs the code on the class path. */
    private static final String ONLY_VERSION = "1";

    private static final String DESCRIPTIVE = "descriptive only";

    private LambdaKinds() {}

    /** Returns all kinds of this package. */
    public static List<ResourceKind> all() {
        return List.of(
                new ResourceKind(FUNCTION, functionProperties(), LambdaKinds::function, HandlerClass::problems),
                new ResourceKind(
                        VERSION,
                        KnownProperties.used("FunctionName").withoutEffect(DESCRIPTIVE, "Description"),
                        LambdaKinds::version),
                new ResourceKind(
                        ALIAS,
                        KnownProperties.used("FunctionName", "Name")
                                .withoutEffect("there is one version", "FunctionVersion")
                                .withoutEffect(DESCRIPTIVE, "Description"),
                        LambdaKinds::alias),
                ResourceKind.unnamed(
                        ASYNCHRONOUS,
                        KnownProperties.used(
                                "FunctionName", "Qualifier", "MaximumEventAgeInSeconds", "MaximumRetryAttempts")),
                ResourceKind.unnamed(
                        PERMISSION,
                        KnownProperties.used("Action", "FunctionName", "Principal", "SourceArn", "SourceAccount")));
    }

    private static KnownProperties functionProperties() {
        return KnownProperties.used(
                        "FunctionName",
                        "Handler",
                        "Role",
                        "Environment.Variables",
                        "Timeout",
                        "MemorySize",
                        "LoggingConfig.LogGroup",
                        "SnapStart.ApplyOn",
                        "DeadLetterConfig.TargetArn")
                .withoutEffect("handlers run in this JVM from its class path", "Runtime", "Architectures", "Code")
                .withoutEffect("traces are not recorded", "TracingConfig")
                .withoutEffect("functions choose the format of their log lines", "LoggingConfig.LogFormat")
                .withoutEffect("all log levels are kept", "LoggingConfig.ApplicationLogLevel")
                .withoutEffect("the local cloud writes no system log lines", "LoggingConfig.SystemLogLevel")
                .withoutEffect(DESCRIPTIVE, "Description", "Tags");
    }

    private static ResourceIdentity function(ResourceDeclaration declaration) {
        String name = declaration.nameFrom("FunctionName");
        return ResourceIdentity.named(name, arn(name));
    }

    private static ResourceIdentity version(ResourceDeclaration declaration) {
        String arn = qualified(declaration, ONLY_VERSION);
        return new ResourceIdentity(arn, Map.of("Arn", arn, "FunctionArn", arn, "Version", ONLY_VERSION));
    }

    private static ResourceIdentity alias(ResourceDeclaration declaration) {
        String arn = qualified(declaration, declaration.nameFrom("Name"));
        return new ResourceIdentity(arn, Map.of("Arn", arn, "AliasArn", arn));
    }

    private static String qualified(ResourceDeclaration declaration, String qualifier) {
        FunctionName function = FunctionName.parse(declaration.nameFrom("FunctionName"));
        return arn(function.name()) + ":" + qualifier;
    }

    private static String arn(String name) {
        return Account.arn("lambda", "function:" + name);
    }
}
