package dev.backplane.local.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.account.Account;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The resource-based permissions of functions. */
final class InvokePermissions {

    private final Map<FunctionName, List<Permission>> byFunction;

    /** Compiled once because every request is checked. */
    private record Permission(String principal, Pattern source) {

        static Permission of(JsonNode properties) {
            String pattern = properties.path("SourceArn").asText("*");
            String regex = Pattern.quote(pattern).replace("*", "\\E.*\\Q").replace("?", "\\E.\\Q");
            return new Permission(properties.path("Principal").asText(), Pattern.compile(regex));
        }

        boolean covers(String other, String sourceArn) {
            return principal.equals(other) && source.matcher(sourceArn).matches();
        }
    }

    InvokePermissions(CloudTemplates templates) {
        this.byFunction = templates.ofType(LambdaKinds.PERMISSION).stream()
                .map(permission -> permission.properties())
                .filter(permission -> permission.path("Action").asText().equals("lambda:InvokeFunction"))
                .filter(permission ->
                        permission.path("SourceAccount").asText(Account.ID).equals(Account.ID))
                .collect(Collectors.groupingBy(
                        permission -> FunctionName.parse(
                                permission.path("FunctionName").asText()),
                        Collectors.mapping(Permission::of, Collectors.toList())));
    }

    boolean allow(FunctionName function, String principal, String sourceArn) {
        return byFunction.getOrDefault(function, List.of()).stream()
                .anyMatch(permission -> permission.covers(principal, sourceArn));
    }
}
