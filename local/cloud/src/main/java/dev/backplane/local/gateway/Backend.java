package dev.backplane.local.gateway;

import dev.backplane.local.functions.Functions;
import dev.backplane.local.functions.Invocation;
import dev.backplane.local.http.Body;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.http.SdkHttpClient;

/** What stands behind the gateway: Lambda, and the rest of AWS. */
public interface Backend {

    /**
     * How an invocation ended.
     *
     * @param failed whether the payload is Lambda's description of an error
     */
    record Result(String requestId, boolean failed, Body payload) {}

    /** Invokes a function that exists and waits for its end. */
    Result invoke(String function, Body payload);

    /** Whether API Gateway may invoke this function on behalf of a route. */
    boolean permits(String function, String sourceArn);

    /** The full name of the function meant, when there is one. */
    Optional<String> nameOf(String function);

    /** The full names of all functions. */
    List<String> names();

    /** The way to AWS's services for the account's owner. */
    SdkHttpClient aws();

    /**
     * The local cloud.
     *
     * @param owner the way to AWS's services for the account's owner
     */
    static Backend of(Functions functions, SdkHttpClient owner) {
        return new Backend() {
            @Override
            public Result invoke(String function, Body payload) {
                Invocation invocation = functions.invoke(function, payload.bytes());
                return new Result(invocation.requestId(), invocation.failed(), Body.of(invocation.payload()));
            }

            @Override
            public boolean permits(String function, String sourceArn) {
                return functions.permits(function, "apigateway.amazonaws.com", sourceArn);
            }

            @Override
            public Optional<String> nameOf(String function) {
                return functions.nameOf(function);
            }

            @Override
            public List<String> names() {
                return functions.names();
            }

            @Override
            public SdkHttpClient aws() {
                return owner;
            }
        };
    }
}
