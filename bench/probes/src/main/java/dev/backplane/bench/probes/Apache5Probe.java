package dev.backplane.bench.probes;

import software.amazon.awssdk.http.apache5.Apache5HttpClient;

/** The same with the HTTP client of Apache, version 5. */
public final class Apache5Probe extends StreamProbe {

    public Apache5Probe() {
        super(Apache5HttpClient.builder());
    }
}
