package dev.backplane.userdata.workflow;

/** The state machine of exports. */
public final class ExportStateMachine {

    /** The machine's name, without the prefix of a stage. */
    public static final String ID = "user-export";

    /** The path of the machine's definition, relative to the project's root. */
    public static final String FILE = "state-machines/" + ID + ".asl.json";

    /** The placeholder for the ARN of the function that exports, without dollar sign and braces. */
    public static final String FUNCTION = "DataExporterFunction";

    private ExportStateMachine() {}
}
