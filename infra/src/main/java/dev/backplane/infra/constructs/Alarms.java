package dev.backplane.infra.constructs;

import dev.backplane.infra.settings.StageSettings;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.ComparisonOperator;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.TreatMissingData;
import software.amazon.awscdk.services.cloudwatch.actions.SnsAction;
import software.amazon.awscdk.services.sns.Topic;
import software.constructs.Construct;

/** Alarms that link to their runbook and notify the stage's topic, if it has one. */
public final class Alarms extends Construct {

    private final StageSettings stage;
    private final List<String> names = new ArrayList<>();

    public Alarms(Construct scope, StageSettings stage) {
        super(scope, "Alarms");
        this.stage = stage;
    }

    /**
     * Adds an alarm that is raised when the metric reaches the threshold within one period, unless the stage has no
     * alarms.
     */
    public void raise(String name, IMetric metric, double threshold, Runbook runbook) {
        if (!stage.alarms()) {
            return;
        }
        Alarm alarm = Alarm.Builder.create(this, name)
                .alarmName(stage.nameOf(name))
                .alarmDescription(runbook.meaning() + " Runbook: " + runbook.link(stage))
                .metric(metric)
                .comparisonOperator(ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD)
                .threshold(threshold)
                .evaluationPeriods(1)
                // Most of these metrics have no data while there is nothing to report.
                .treatMissingData(TreatMissingData.NOT_BREACHING)
                .build();
        stage.alarmTopicArn()
                .map(arn -> Topic.fromTopicArn(alarm, "Topic", arn))
                .map(SnsAction::new)
                .ifPresent(alarm::addAlarmAction);
        names.add(stage.nameOf(name));
    }

    /** Returns the names of the alarms. */
    public List<String> names() {
        return List.copyOf(names);
    }
}
