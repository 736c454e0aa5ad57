package dev.backplane.local.cloudformation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.backplane.local.cloudwatch.AlarmKind;
import java.util.List;

/**
 * {@code AWS::CloudWatch::Alarm}, which is not evaluated locally.
 *
 * <p>Requires the permissions of CloudFormation's handler of this type: {@code cloudwatch:PutMetricAlarm},
 * {@code ListTagsForResource}, {@code TagResource} and {@code UntagResource} for tags that come and go, and
 * {@code DeleteAlarms} on the alarm; {@code DescribeAlarms}, which CloudWatch decides for all alarms at once.
 */
final class AlarmResourceHandler implements ResourceHandler {

    private static final int LONGEST_NAME = 255;
    private static final String NAME = "AlarmName";

    @Override
    public List<String> unknown(JsonNode properties) {
        return AlarmKind.kind().properties().unknownIn(properties);
    }

    @Override
    public boolean takesTags() {
        return true;
    }

    @Override
    public ProvisionedResource create(ResourceRequest work) throws ResourceException {
        String name = work.properties().path(NAME).asText(work.generatedName(LONGEST_NAME));
        return put(work, name);
    }

    @Override
    public ProvisionedResource update(ResourceRequest work, StackResource current) throws ResourceException {
        boolean renamed =
                !current.properties().path(NAME).equals(work.properties().path(NAME));
        return renamed ? create(work) : put(work, current.physicalId());
    }

    private static ProvisionedResource put(ResourceRequest work, String name) throws ResourceException {
        String arn = AlarmKind.arn(name);
        work.actor().needs("cloudwatch:PutMetricAlarm", arn);
        if (work.addsTags()) {
            work.actor().needs("cloudwatch:TagResource", arn);
        }
        if (work.removesTags()) {
            work.actor().needs("cloudwatch:UntagResource", arn);
        }
        describe(work);
        work.actor().needs("cloudwatch:ListTagsForResource", arn);
        work.initiated().accept(name);
        return new ProvisionedResource(
                name, JsonNodeFactory.instance.objectNode().put("Arn", arn));
    }

    @Override
    public void delete(ResourceRequest work, String physicalId) throws ResourceException {
        describe(work);
        work.actor().needs("cloudwatch:DeleteAlarms", AlarmKind.arn(physicalId));
    }

    private static void describe(ResourceRequest work) throws ResourceException {
        work.actor().needs("cloudwatch:DescribeAlarms", AlarmKind.arn("*"));
    }
}
