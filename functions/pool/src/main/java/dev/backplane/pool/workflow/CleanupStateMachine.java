package dev.backplane.pool.workflow;

/** The state machine that cleans one account. */
public final class CleanupStateMachine {

    /** The machine's name, without the prefix of a stage; also the actor of its changes. */
    public static final String ID = "account-cleanup";

    /** The path of the machine's definition, relative to the project's root. */
    public static final String FILE = "state-machines/" + ID + ".asl.json";

    /** A placeholder in the definition, which infrastructure replaces with a value. */
    public enum Placeholder {
        /** The ARN of the function that reads and writes the rows. */
        FUNCTION("AccountCleanerFunction"),
        /** The name of the CodeBuild project. */
        PROJECT("CleanupProject"),
        /** The longest duration of a build, in minutes. */
        BUILD_MINUTES("BuildMinutes"),
        /** How long a build may wait for its start, in minutes. */
        QUEUE_MINUTES("QueueMinutes"),
        /** The time limit of an attempt, in seconds; longer than both together. */
        ATTEMPT_SECONDS("AttemptSeconds");

        private final String text;

        Placeholder(String text) {
            this.text = text;
        }

        /** Returns the name, without dollar sign and braces. */
        public String text() {
            return text;
        }
    }

    /** The environment variable of a build that names the account to clean. */
    public static final String ACCOUNT_VARIABLE = "BACKPLANE_ACCOUNT_ID";

    /** The environment variable of a build that names its attempt. */
    public static final String ATTEMPT_VARIABLE = "BACKPLANE_ATTEMPT_ID";

    /** The error of executions that have recorded that their account could not be cleaned. */
    public static final String FAILED = "AccountCleanupFailed";

    /** The error of executions that are stopped because their attempt is no longer the current one. */
    public static final String SUPERSEDED = "AccountCleanupSuperseded";

    private CleanupStateMachine() {}
}
