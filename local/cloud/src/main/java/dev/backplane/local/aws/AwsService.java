package dev.backplane.local.aws;

import dev.backplane.local.iam.AccessRequest;
import dev.backplane.local.iam.Denial;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.http.HttpExecuteResponse;

/** One AWS service behind its endpoint. */
public interface AwsService {

    /** Returns the host names under which SDK clients look for it. */
    List<String> hosts();

    /** Returns what the caller must be allowed to do, or empty for an operation that functions are not offered. */
    Optional<List<AccessRequest>> accesses(AwsRequest request);

    /** Performs a call that is allowed; the account's owner may make calls that functions are not offered. */
    HttpExecuteResponse perform(AwsRequest request) throws IOException;

    /** Returns how the service answers an operation that it does not offer. */
    default HttpExecuteResponse notOffered(AwsRequest request) {
        return AwsResponses.notOffered(request);
    }

    /** Returns how the service answers when it fails a call, in the form of its protocol. */
    default HttpExecuteResponse failed(int status, String code, String message) {
        return AwsResponses.refused(status, code, message);
    }

    /** Returns how the service says no. */
    default HttpExecuteResponse denied(Denial denial) {
        return AwsResponses.denied(denial);
    }
}
