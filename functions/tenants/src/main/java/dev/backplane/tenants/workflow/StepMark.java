package dev.backplane.tenants.workflow;

import dev.backplane.platform.Times;
import dev.backplane.tenants.Trace.Mark;
import io.avaje.jsonb.Json;

/** The time at which a run has reached a step, as its state machine reports it. */
@Json
record StepMark(String name, String at) {

    Mark mark() {
        return new Mark(name, Times.parseAnyForm(at));
    }
}
