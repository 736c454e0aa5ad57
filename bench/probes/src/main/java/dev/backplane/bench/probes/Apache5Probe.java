package dev.backplane.bench.probes;

import software.amazon.awssdk.http.apache5.Apache5HttpClient;

/** Like {@link CrtProbe}, with the Apache 5 HTTP client. */
public final class Apache5Probe extends StreamProbe {

    public Apache5Probe() {
        super(Apache5HttpClient.builder());
    }
}
