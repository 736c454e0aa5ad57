package dev.backplane.local.aws;

import dev.backplane.local.iam.Access;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.http.HttpExecuteResponse;

/** One AWS service behind its endpoint. */
public interface AwsService {

    /** The host names under which SDK clients look for it. */
    List<String> hosts();

    /** What the caller must be allowed to do, or empty for an operation that the local cloud does not offer. */
    Optional<List<Access>> accesses(AwsRequest request);

    /** Performs a call that is allowed. */
    HttpExecuteResponse perform(AwsRequest request) throws IOException;
}
