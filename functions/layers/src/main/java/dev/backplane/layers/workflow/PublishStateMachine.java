package dev.backplane.layers.workflow;

/** The state machine of publications. */
public final class PublishStateMachine {

    /** The machine's name, without the prefix of a stage. */
    public static final String ID = "layer-publish";

    /** The path of the machine's definition, relative to the project's root. */
    public static final String FILE = "state-machines/" + ID + ".asl.json";

    /** The placeholder for the ARN of the function that publishes, without dollar sign and braces. */
    public static final String FUNCTION = "LayerPublisherFunction";

    private PublishStateMachine() {}
}
