package dev.backplane.local.iam;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.TemplateResource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects the statements of all policies in the templates. */
final class Policies {

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final int SECONDS_OF_AN_HOUR = 3600;

    private Policies() {}

    static Map<String, Role> roles(CloudTemplates templates) {
        Map<String, Role> roles = new LinkedHashMap<>();
        for (TemplateResource role : templates.ofType(IamKinds.ROLE)) {
            List<Statement> trust =
                    PolicyDocument.statements(role.toString(), role.properties().path("AssumeRolePolicyDocument"));
            List<Statement> statements = new ArrayList<>();
            for (JsonNode inline : role.properties().path("Policies")) {
                statements.addAll(PolicyDocument.statements(role.toString(), inline.path("PolicyDocument")));
            }
            for (TemplateResource policy : templates.ofType(IamKinds.POLICY)) {
                if (attachedTo(policy, role)) {
                    statements.addAll(PolicyDocument.statements(
                            policy.toString(), policy.properties().path("PolicyDocument")));
                }
            }
            roles.put(
                    role.arn(), new Role(role.ref(), role.arn(), trust, statements, longestSession(role.properties())));
        }
        return roles;
    }

    static Duration longestSession(JsonNode role) {
        return Duration.ofSeconds(role.path("MaxSessionDuration").asInt(SECONDS_OF_AN_HOUR));
    }

    static List<Statement> resourcePolicies(CloudTemplates templates) {
        List<Statement> statements = new ArrayList<>();
        for (TemplateResource policy : templates.ofType(IamKinds.QUEUE_POLICY)) {
            statements.addAll(PolicyDocument.statements(
                    policy.toString(), policy.properties().path("PolicyDocument")));
        }
        for (TemplateResource policy : templates.ofType(IamKinds.BUCKET_POLICY)) {
            // What they allow is for CloudFront, which does not read its files from a bucket locally.
            PolicyDocument.statements(policy.toString(), policy.properties().path("PolicyDocument")).stream()
                    .filter(statement -> statement.effect() == Statement.Effect.DENY)
                    .forEach(statements::add);
        }
        for (TemplateResource policy : templates.ofType(IamKinds.LOG_POLICY)) {
            statements.addAll(PolicyDocument.statements(policy.toString(), logPolicy(policy)));
        }
        return statements;
    }

    /** Parses a document: CloudWatch Logs policies are text. */
    static JsonNode logPolicy(TemplateResource policy) {
        try {
            return JSON.readTree(policy.properties().path("PolicyDocument").asText());
        } catch (IOException failure) {
            throw new UncheckedIOException(policy + ": PolicyDocument is not JSON", failure);
        }
    }

    private static boolean attachedTo(TemplateResource policy, TemplateResource role) {
        return policy.properties()
                .path("Roles")
                .valueStream()
                .anyMatch(name -> name.asText().equals(role.ref()));
    }
}
