package dev.backplane.local.eventbridge;

import dev.backplane.local.account.Account;
import dev.backplane.local.aws.EngineCallException;
import dev.backplane.local.eventbridge.DeliveryException.Code;
import dev.backplane.local.iam.AccessRequest;
import dev.backplane.local.iam.Denial;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.iam.Principal;
import dev.backplane.local.iam.RequestContext;
import dev.backplane.local.sqs.Queues;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;

/** A queue target; needs a queue policy for the rule. */
record QueueTarget(Queues queues, Iam iam, String queueArn, String ruleArn)
        implements EventTarget, EventDelivery.DeadLetters {

    private static final Principal EVENT_BRIDGE = Principal.service("events.amazonaws.com");

    /** The exception name in SQS's two protocols. */
    private static final String NO_QUEUE = "QueueDoesNotExist";

    private static final String NO_QUEUE_IN_QUERIES = "NonExistentQueue";

    @Override
    public void deliver(BusEvent event) throws DeliveryException {
        send(event, queueArn, Map.of());
    }

    /** Sends a dead letter. If that fails, the event is lost, as on AWS. */
    @Override
    public void send(BusEvent event, Map<String, String> attributes) {
        try {
            send(event, queueArn, attributes);
        } catch (DeliveryException lost) {
            System.getLogger(QueueTarget.class.getName())
                    .log(System.Logger.Level.WARNING, "the event " + event.id() + " is lost", lost);
        }
    }

    private void send(BusEvent event, String arn, Map<String, String> attributes) throws DeliveryException {
        Optional<Denial> denial = iam.check(
                EVENT_BRIDGE,
                new AccessRequest("sqs:SendMessage", arn),
                RequestContext.onBehalfOf(ruleArn, Account.ID));
        if (denial.isPresent()) {
            throw DeliveryException.denied(denial.get());
        }
        try {
            queues.send(arn, event.envelope().toString(), attributes);
        } catch (EngineCallException refused) {
            boolean gone = refused.type().endsWith(NO_QUEUE) || refused.type().endsWith(NO_QUEUE_IN_QUERIES);
            throw new DeliveryException(gone ? Code.NO_RESOURCE : Code.SDK_CLIENT_ERROR, refused);
        } catch (UncheckedIOException unreachable) {
            throw new DeliveryException(Code.CONNECTION_FAILURE, unreachable);
        }
    }
}
