package dev.backplane.tenants.api;

import dev.backplane.platform.Times;
import dev.backplane.tenants.RunRecord;
import io.avaje.jsonb.Json;

/** A step of a run, as callers see it. */
@Json
record RunStepView(String name, String startedAt, long durationMillis) {

    static RunStepView of(RunRecord.Step step) {
        return new RunStepView(
                step.name(), Times.format(step.started()), step.duration().toMillis());
    }
}
