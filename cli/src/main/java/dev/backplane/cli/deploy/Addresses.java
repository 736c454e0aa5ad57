package dev.backplane.cli.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The outputs of a deployment that callers need, as text. */
final class Addresses {

    private Addresses() {}

    static List<String> of(JsonNode stacks) {
        List<String> lines = new ArrayList<>();
        Optional<JsonNode> identity = Optional.empty();
        for (Map.Entry<String, JsonNode> stack : stacks.properties()) {
            String name = stack.getKey().substring(stack.getKey().lastIndexOf('-') + 1);
            String url = stack.getValue()
                    .path(name.equals("Edge") ? "Url" : "ApiUrl")
                    .asText();
            if (!url.isEmpty()) {
                lines.add(name + ": " + url);
            }
            if (name.equals("Identity")) {
                identity = Optional.of(stack.getValue());
            }
        }
        lines.addAll(
                identity.map(Addresses::signIn).orElse(List.of("Tokens come from the issuer in the stage settings.")));
        return lines;
    }

    private static List<String> signIn(JsonNode identity) {
        String pool = identity.path("UserPoolId").asText();
        List<String> lines = new ArrayList<>();
        lines.add("People sign in at " + identity.path("LoginUrl").asText()
                + ". docs/stages.md shows how to create the first administrator of the user pool " + pool + ".");
        lines.add("To get a token for a client:");
        for (Map.Entry<String, JsonNode> output : identity.properties()) {
            if (output.getKey().endsWith("ClientId") && !output.getKey().equals("PeopleClientId")) {
                String id = output.getValue().asText();
                lines.add("  # " + output.getKey());
                lines.add("  curl --user \"" + id + ":$(aws cognito-idp describe-user-pool-client --user-pool-id "
                        + pool + " --client-id " + id + " --query UserPoolClient.ClientSecret --output text)\""
                        + " --data grant_type=client_credentials "
                        + identity.path("TokenUrl").asText());
            }
        }
        return lines;
    }
}
