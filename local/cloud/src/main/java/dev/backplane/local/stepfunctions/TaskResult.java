package dev.backplane.local.stepfunctions;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Adds the metadata of optimized integrations. */
final class TaskResult {

    private TaskResult() {}

    static ObjectNode withMetadata(ObjectNode answer, int status, String requestId) {
        ObjectNode http = answer.putObject("SdkHttpMetadata");
        http.putObject("AllHttpHeaders").putArray("x-amzn-RequestId").add(requestId);
        http.putObject("HttpHeaders").put("x-amzn-RequestId", requestId);
        http.put("HttpStatusCode", status);
        answer.putObject("SdkResponseMetadata").put("RequestId", requestId);
        return answer;
    }
}
