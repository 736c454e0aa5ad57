package dev.backplane.bench.probes;

import software.amazon.awssdk.http.crt.AwsCrtHttpClient;

/** The CRT client, the stream and generated code, the low-level client: what the suite is made of. */
public final class CrtProbe extends StreamProbe {

    public CrtProbe() {
        super(AwsCrtHttpClient.builder());
    }
}
