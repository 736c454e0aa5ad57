package dev.backplane.local.lambda;

import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;

/**
 * Stops the effects of an invocation that has timed out.
 *
 * <p>Lambda kills the process of a function that has timed out. A thread of this JVM cannot be killed, so its effects
 * are blocked instead: calls and log lines of the thread and of its child threads are rejected. A call that is
 * in flight at that moment may still take effect, as on AWS.
 */
final class Sandbox {

    private static final InheritableThreadLocal<@Nullable Sandbox> CURRENT = new InheritableThreadLocal<>();

    private volatile boolean stopped;

    /** Adds the current thread to this sandbox. */
    void enter() {
        CURRENT.set(this);
    }

    /** Removes the current thread from the sandbox of the function that started it. */
    static void leave() {
        CURRENT.remove();
    }

    /** Blocks all further effects. */
    void stop() {
        stopped = true;
    }

    /** Returns a client that rejects calls of stopped invocations. */
    static SdkHttpClient guard(SdkHttpClient network) {
        return new SdkHttpClient() {
            @Override
            public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
                ExecutableHttpRequest prepared = network.prepareRequest(request);
                return new ExecutableHttpRequest() {
                    @Override
                    public HttpExecuteResponse call() throws IOException {
                        check();
                        return prepared.call();
                    }

                    @Override
                    public void abort() {
                        prepared.abort();
                    }
                };
            }

            @Override
            public void close() {
                network.close();
            }
        };
    }

    /** Returns a log that drops lines of stopped invocations. */
    static Consumer<String> guard(Consumer<String> log) {
        return line -> {
            if (!isStopped()) {
                log.accept(line);
            }
        };
    }

    // Not an IOException: a client would try again.
    private static void check() {
        if (isStopped()) {
            throw new CancellationException("the invocation has timed out");
        }
    }

    private static boolean isStopped() {
        Sandbox current = CURRENT.get();
        return current != null && current.stopped;
    }
}
