package dev.backplane.infra.constructs;

import dev.backplane.infra.settings.StageSettings;

/** One service of the suite in one stage, with the code of its functions. */
public record Service(String name, StageSettings stage, FunctionCode code) {

    /** Returns the name of a resource of this service, unique in an account and region. */
    public String nameOf(String thing) {
        return stage.nameOf(thing);
    }
}
