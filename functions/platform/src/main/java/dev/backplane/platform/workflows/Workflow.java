package dev.backplane.platform.workflows;

import dev.backplane.platform.Platform;
import dev.backplane.platform.Unavailable;
import dev.backplane.platform.json.JsonValue.Obj;
import java.time.Duration;
import java.util.Optional;
import software.amazon.awssdk.services.sfn.SfnClient;
import software.amazon.awssdk.services.sfn.model.ExecutionAlreadyExistsException;
import software.amazon.awssdk.services.sfn.model.ExecutionDoesNotExistException;
import software.amazon.awssdk.services.sfn.model.ExecutionLimitExceededException;
import software.amazon.awssdk.services.sfn.model.ExecutionStatus;
import software.amazon.awssdk.services.sfn.model.InvalidArnException;
import software.amazon.awssdk.services.sfn.model.SfnException;

/** A state machine, whose executions can be started and inspected. */
public final class Workflow {

    private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

    private final SfnClient client;
    private final String machine;

    private Workflow(SfnClient client, String machine) {
        this.client = client;
        this.machine = machine;
    }

    /**
     * Connects to a state machine.
     *
     * @param machineSetting the name of the setting with the ARN of the state machine
     */
    public static Workflow connect(Platform platform, String machineSetting) {
        return new Workflow(
                platform.aws().client(SfnClient.builder()), platform.settings().require(machineSetting));
    }

    /**
     * Starts an execution, or joins a running one with the same name and input.
     *
     * @return the ARN of the execution; empty if the name is taken by one that has ended or has another input
     * @throws Unavailable if no execution can be started now
     */
    public Optional<String> start(String name, Obj input) {
        return start(name, input.compact());
    }

    /** Does the same with the input as JSON. */
    public Optional<String> start(String name, String input) {
        try {
            return Optional.of(client.startExecution(request ->
                            request.stateMachineArn(machine).name(name).input(input))
                    .executionArn());
        } catch (ExecutionAlreadyExistsException e) {
            return Optional.empty();
        } catch (ExecutionLimitExceededException e) {
            throw busy(e);
        } catch (SfnException e) {
            if (e.isThrottlingException()) {
                throw busy(e);
            }
            throw e;
        }
    }

    /**
     * Stops the execution with a name. One that does not exist, or has ended, stays as it is.
     *
     * @param error the error that the execution ends with
     * @throws Unavailable if it cannot be stopped now
     */
    public void stop(String name, String error, String cause) {
        try {
            client.stopExecution(request ->
                    request.executionArn(execution(name)).error(error).cause(cause));
        } catch (ExecutionDoesNotExistException e) {
            // There is nothing to stop.
        } catch (SfnException e) {
            if (e.isThrottlingException()) {
                throw busy(e);
            }
            throw e;
        }
    }

    /** Returns the ARN of the execution with a name. */
    public String execution(String name) {
        return machine.replace(":stateMachine:", ":execution:") + ":" + name;
    }

    public boolean isRunning(String execution) {
        try {
            return client.describeExecution(request -> request.executionArn(execution))
                            .status()
                    == ExecutionStatus.RUNNING;
        } catch (ExecutionDoesNotExistException | InvalidArnException e) {
            return false;
        } catch (SfnException e) {
            if (e.isThrottlingException()) {
                throw busy(e);
            }
            throw e;
        }
    }

    private static Unavailable busy(SfnException e) {
        return new Unavailable("THROTTLED", "No more runs can be started now; try again later.", RETRY_AFTER, e);
    }
}
