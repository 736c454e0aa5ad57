package dev.backplane.local.eventbridge;

import dev.backplane.local.eventbridge.DeliveryException.Code;
import dev.backplane.local.lambda.Functions;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A function target; needs a resource permission for the rule.
 *
 * <p>Lambda retries failed invocations itself, so they produce no dead
 * letters of the rule.
 *
 * @param input replaces the event
 */
record FunctionTarget(Functions functions, String functionArn, String ruleArn, Optional<String> input)
        implements EventTarget {

    private static final String EVENT_BRIDGE = "events.amazonaws.com";

    @Override
    public void deliver(BusEvent event) throws DeliveryException {
        if (functions.nameOf(functionArn).isEmpty()) {
            throw new DeliveryException(Code.NO_RESOURCE, "there is no function " + functionArn);
        }
        if (!functions.permits(functionArn, EVENT_BRIDGE, ruleArn)) {
            throw new DeliveryException(
                    Code.NO_PERMISSIONS,
                    EVENT_BRIDGE + " is not authorized to perform: lambda:InvokeFunction on resource: " + functionArn
                            + " because no permission allows it for " + ruleArn);
        }
        String payload = input.orElseGet(() -> event.envelope().toString());
        functions.invokeLater(functionArn, payload.getBytes(StandardCharsets.UTF_8), end -> {});
    }
}
