package dev.backplane.local;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.iam.MemberAccounts;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** The accounts of the account pool, with the roles that operators roll out with StackSets. */
final class PoolAccounts {

    private static final String TEMPLATE = "/pool-accounts/account.template.json";

    private PoolAccounts() {}

    /** Passes the outputs of the suite's stacks to the template's parameters of the same names, as operators do. */
    static MemberAccounts of(CloudTemplates templates) {
        ObjectNode template = template();
        Map<String, String> parameters = new HashMap<>();
        for (Map.Entry<String, ?> parameter : template.path("Parameters").properties()) {
            templates.output(parameter.getKey()).ifPresent(value -> parameters.put(parameter.getKey(), value));
        }
        // Without outputs, the stage does not use the accounts.
        return parameters.isEmpty() ? MemberAccounts.NONE : MemberAccounts.of(template, parameters);
    }

    private static ObjectNode template() {
        try (InputStream in = Objects.requireNonNull(PoolAccounts.class.getResourceAsStream(TEMPLATE), TEMPLATE)) {
            return new ObjectMapper().readValue(in, ObjectNode.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
