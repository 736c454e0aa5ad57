package dev.backplane.bench.probes;

import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

/** The same with the HTTP client of the JDK. */
public final class UrlConnectionProbe extends StreamProbe {

    public UrlConnectionProbe() {
        super(UrlConnectionHttpClient.builder());
    }
}
