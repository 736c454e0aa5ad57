package dev.backplane.bench.probes;

import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

/** Like {@link CrtProbe}, with the SDK's URL-connection client. */
public final class UrlConnectionProbe extends StreamProbe {

    public UrlConnectionProbe() {
        super(UrlConnectionHttpClient.builder());
    }
}
