package dev.backplane.local.gateway;

import dev.backplane.local.functions.Functions;
import dev.backplane.local.functions.Invocation;
import dev.backplane.local.http.Body;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import software.amazon.awssdk.http.SdkHttpClient;

/** What stands behind the gateway: Lambda, and the rest of AWS. */
public interface Backend {

    /** Invokes a function that exists and waits for its end. */
    Invocation invoke(String function, Body payload);

    /** Invokes a function that exists without waiting for it; tells how the last try ended. */
    void invokeLater(String function, Body payload, Consumer<Invocation> end);

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
            public Invocation invoke(String function, Body payload) {
                return functions.invoke(function, payload.bytes());
            }

            @Override
            public void invokeLater(String function, Body payload, Consumer<Invocation> end) {
                functions.invokeLater(function, payload.bytes(), end);
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
