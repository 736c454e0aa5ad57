package dev.backplane.bench.probes;

import software.amazon.awssdk.http.crt.AwsCrtHttpClient;

/**
 * The combination that the suite uses: the CRT client, stream handlers with generated code, and the low-level DynamoDB
 * client.
 */
public final class CrtProbe extends StreamProbe {

    public CrtProbe() {
        super(AwsCrtHttpClient.builder());
    }
}
