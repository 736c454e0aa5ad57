package dev.backplane.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;

/** A separate process that writes transactions, and prints the key of each after its response. */
public final class TransactionWriter {

    private TransactionWriter() {}

    /** Arguments: the folders of templates and data, and the first key. */
    public static void main(String[] folders) throws IOException {
        LocalCloud cloud =
                LocalCloud.start(LocalCloud.Options.of(Path.of(folders[0])).withData(Path.of(folders[1])));
        for (int key = Integer.parseInt(folders[2]); ; key++) {
            call(
                    cloud.owner(),
                    "TransactWriteItems",
                    "{\"TransactItems\": [{\"Put\": {\"TableName\": \"Things\", \"Item\": {\"PK\": {\"S\": \"" + key
                            + "\"}}}}]}");
            System.out.println(key);
            System.out.flush();
        }
    }

    static JsonNode call(SdkHttpClient aws, String action, String body) throws IOException {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        HttpExecuteResponse response = aws.prepareRequest(HttpExecuteRequest.builder()
                        .request(SdkHttpRequest.builder()
                                .method(SdkHttpMethod.POST)
                                .protocol("https")
                                .host("dynamodb.us-east-1.amazonaws.com")
                                .encodedPath("/")
                                .putHeader("X-Amz-Target", "DynamoDB_20120810." + action)
                                .putHeader("Content-Type", "application/x-amz-json-1.0")
                                .putHeader(
                                        "Authorization",
                                        "AWS4-HMAC-SHA256 Credential=k/20260101/us-east-1/dynamodb/aws4_request,"
                                                + " SignedHeaders=host, Signature=0")
                                .build())
                        .contentStreamProvider(() -> new ByteArrayInputStream(content))
                        .build())
                .call();
        byte[] answer = response.responseBody().orElseThrow().readAllBytes();
        if (!response.httpResponse().isSuccessful()) {
            throw new IOException(new String(answer, StandardCharsets.UTF_8));
        }
        return new ObjectMapper().readTree(answer);
    }
}
