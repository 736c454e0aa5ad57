package dev.backplane.platform.aws;

import java.lang.reflect.Method;
import software.amazon.awssdk.crt.http.HttpClientConnectionManager;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.crt.AwsCrtHttpClient;

/**
 * The pools that the SDK's client has its connections in.
 *
 * <p>The client has no way to open a connection but to send a request, and a request that nobody needs keeps the first
 * call waiting. So its pool is asked for by the names that it has inside the client.
 */
final class CrtPools {

    private CrtPools() {}

    /** Returns the pool that a request would take its connection from; whoever asked closes it after use. */
    static HttpClientConnectionManager of(SdkHttpClient http, SdkHttpRequest request)
            throws ReflectiveOperationException {
        Class<?> client = AwsCrtHttpClient.class.getSuperclass();
        Method key = client.getDeclaredMethod("poolKey", SdkHttpRequest.class);
        key.setAccessible(true);
        Object address = key.invoke(http, request);
        Method pool = client.getDeclaredMethod("getOrCreateConnectionPool", key.getReturnType());
        pool.setAccessible(true);
        return (HttpClientConnectionManager) pool.invoke(http, address);
    }
}
