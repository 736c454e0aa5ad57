package dev.backplane.local.aws;

import dev.backplane.local.iam.AccessRequest;
import dev.backplane.local.iam.Denial;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.http.HttpExecuteResponse;

/** An AWS service of the local cloud. */
public interface AwsService {

    /** Returns the host names of the endpoints. */
    List<String> hosts();

    /** Returns the required permissions, or empty for an operation that functions may not use. */
    Optional<List<AccessRequest>> accesses(AwsRequest request);

    /** Returns the name of the operation, such as {@code PutItem}; may be empty. */
    default String operation(AwsRequest request) {
        return request.action();
    }

    /** Returns whether sessions of roles in other accounts can use it; other accounts have no other resources. */
    default boolean servesOtherAccounts() {
        return false;
    }

    /** Performs an authorized call. The account owner may use all operations. */
    HttpExecuteResponse perform(AwsRequest request) throws IOException;

    /** Creates the response to an unsupported operation. */
    default HttpExecuteResponse notOffered(AwsRequest request) {
        return AwsResponses.notOffered(request);
    }

    /** Creates an error response in the service's protocol. */
    default HttpExecuteResponse failed(int status, String code, String message) {
        return AwsResponses.refused(status, code, message);
    }

    /** Creates the response to a denied call. */
    default HttpExecuteResponse denied(Denial denial) {
        return AwsResponses.denied(denial);
    }
}
