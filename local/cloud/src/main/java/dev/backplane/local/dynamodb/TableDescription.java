package dev.backplane.local.dynamodb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.backplane.local.account.Account;
import dev.backplane.local.aws.AwsResponses;
import java.io.IOException;
import java.io.InputStream;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.HttpExecuteResponse;

/** Replaces the engine's ARNs in table descriptions with the ARNs of the templates. */
final class TableDescription {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ENGINE_REGION = ":ddblocal:";

    private TableDescription() {}

    static HttpExecuteResponse inAwsForm(HttpExecuteResponse answer) throws IOException {
        if (!answer.httpResponse().isSuccessful()) {
            return answer;
        }
        try (InputStream content = answer.responseBody().orElseGet(AbortableInputStream::createEmpty)) {
            JsonNode description = JSON.readTree(content);
            String text = description.toString().replace(ENGINE_REGION, ":" + Account.REGION + ":");
            String label = description.at("/Table/LatestStreamLabel").asText();
            return AwsResponses.ok(JSON.readTree(label.isEmpty() ? text : text.replace(label, TableKind.STREAM_LABEL)));
        }
    }
}
