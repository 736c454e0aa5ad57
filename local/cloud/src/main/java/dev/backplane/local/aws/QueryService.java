package dev.backplane.local.aws;

import dev.backplane.local.iam.Denial;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import software.amazon.awssdk.http.HttpExecuteResponse;

/** A service with the query protocol that serves callers of every account. */
public abstract class QueryService implements AwsService {

    private static final Set<String> OF_EVERY_CALL = Set.of("Action", "Version");

    private final String namespace;
    private final Map<String, Set<String>> parameters;

    /** @param parameters the known parameters of each operation */
    protected QueryService(String namespace, Map<String, Set<String>> parameters) {
        this.namespace = namespace;
        this.parameters = parameters;
    }

    /**
     * Writes the result of a known operation.
     *
     * @throws QueryRefusal if the call is refused
     */
    protected abstract void answer(AwsRequest request, QueryXml xml);

    protected final boolean offers(AwsRequest request) {
        return parameters.containsKey(request.action());
    }

    @Override
    public final boolean servesOtherAccounts() {
        return true;
    }

    @Override
    public final HttpExecuteResponse perform(AwsRequest request) {
        if (!offers(request)) {
            return notOffered(request);
        }
        Set<String> unknown = new TreeSet<>(request.form().names());
        unknown.removeAll(parameters.get(request.action()));
        unknown.removeAll(OF_EVERY_CALL);
        try {
            if (!unknown.isEmpty()) {
                throw QueryRefusal.invalid("The local cloud does not support " + unknown + " of " + request.action());
            }
            return AwsResponses.xml(
                    200,
                    QueryXml.answer(
                            namespace,
                            request.action(),
                            xml -> answer(request, xml),
                            UUID.randomUUID().toString()));
        } catch (QueryRefusal refusal) {
            return failed(refusal.status(), refusal.code(), refusal.reason());
        }
    }

    @Override
    public final HttpExecuteResponse notOffered(AwsRequest request) {
        return failed(400, "InvalidAction", AwsResponses.notOfferedMessage(request));
    }

    @Override
    public final HttpExecuteResponse denied(Denial denial) {
        return failed(403, "AccessDenied", denial.message());
    }

    @Override
    public final HttpExecuteResponse failed(int status, String code, String message) {
        return AwsResponses.xml(
                status,
                QueryXml.error(namespace, code, message, UUID.randomUUID().toString()));
    }
}
