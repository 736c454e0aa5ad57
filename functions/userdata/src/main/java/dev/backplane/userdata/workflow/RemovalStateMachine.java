package dev.backplane.userdata.workflow;

/** The state machine of removals. */
public final class RemovalStateMachine {

    /** The machine's name, without the prefix of a stage. */
    public static final String ID = "data-removal";

    /** The path of the machine's definition, relative to the project's root. */
    public static final String FILE = "state-machines/" + ID + ".asl.json";

    /** The placeholder for the ARN of the function that removes, without dollar sign and braces. */
    public static final String FUNCTION = "DataRemoverFunction";

    /** The placeholder for the seconds between the two sweeps. */
    public static final String SETTLING_SECONDS = "SettlingSeconds";

    private RemovalStateMachine() {}
}
