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
 * What one invocation can reach: the network and the log, until it is stopped.
 *
 * <p>Lambda stops the process of a function that has timed out. A thread of this JVM cannot be stopped, so its effects
 * are: calls and log lines of the thread, and of threads that it started, are refused from then on. A call that is
 * under way at that moment may still take effect, as on AWS.
 */
final class Sandbox {
    private static final InheritableThreadLocal<@Nullable Sandbox> CURRENT = new InheritableThreadLocal<>();

    private volatile boolean stopped;

    /** Takes the current thread, which serves one invocation only, into this sandbox. */
    void enter() {
        CURRENT.set(this);
    }

    /** Takes the current thread, which may have been started by a function, out of that function's sandbox. */
    static void leave() {
        CURRENT.remove();
    }

    /** Refuses every effect from now on. */
    void stop() {
        stopped = true;
    }

    /** Returns a client that refuses calls of stopped invocations. */
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
            throw new CancellationException("the invocation has timed out and its sandbox is gone");
        }
    }

    private static boolean isStopped() {
        Sandbox current = CURRENT.get();
        return current != null && current.stopped;
    }
}
