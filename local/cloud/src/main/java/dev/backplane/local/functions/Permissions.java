package dev.backplane.local.functions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.account.Account;
import dev.backplane.local.template.CloudTemplates;
import java.util.List;
import java.util.regex.Pattern;

/** The resource permissions of functions: which service may invoke them, and on whose behalf. */
final class Permissions {
    private final List<JsonNode> permissions;

    Permissions(CloudTemplates templates) {
        this.permissions = templates.ofType(FunctionKinds.PERMISSION).stream()
                .map(permission -> permission.properties())
                .toList();
    }

    boolean allow(FunctionName function, String principal, String sourceArn) {
        return permissions.stream()
                .filter(permission -> permission.path("Action").asText().equals("lambda:InvokeFunction"))
                .filter(permission -> permission.path("Principal").asText().equals(principal))
                .filter(permission ->
                        permission.path("SourceAccount").asText(Account.ID).equals(Account.ID))
                .filter(permission -> FunctionName.parse(
                                permission.path("FunctionName").asText())
                        .equals(function))
                .anyMatch(permission -> covers(permission.path("SourceArn").asText("*"), sourceArn));
    }

    private static boolean covers(String pattern, String arn) {
        String regex = Pattern.quote(pattern).replace("*", "\\E.*\\Q").replace("?", "\\E.\\Q");
        return Pattern.matches(regex, arn);
    }
}
