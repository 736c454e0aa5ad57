package dev.backplane.local.stepfunctions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.backplane.local.asl.run.StatesException;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Deletes a CloudFormation stack with a machine's role. */
record DeleteStackTask(AwsCalls calls) {

    private static final Pattern CODE = Pattern.compile("<Code>([^<]*)</Code>");
    private static final Pattern MESSAGE = Pattern.compile("<Message>([^<]*)</Message>");

    JsonNode deleteStack(JsonNode arguments) throws StatesException, InterruptedException {
        StringBuilder form = new StringBuilder("Action=DeleteStack&Version=2010-05-15");
        arguments.properties().forEach(argument -> append(form, argument.getKey(), argument.getValue()));
        try {
            AwsCalls.Reply reply = calls.post("cloudformation", form.toString());
            if (reply.isRefusal()) {
                throw ServiceErrors.CLOUDFORMATION_SDK.failure(
                        find(CODE, reply.content()), find(MESSAGE, reply.content()), reply);
            }
            return JsonNodeFactory.instance.objectNode();
        } catch (IOException failure) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            throw new StatesException("CloudFormation.SdkClientException", String.valueOf(failure));
        }
    }

    private static void append(StringBuilder form, String name, JsonNode value) {
        if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                append(form, name + ".member." + (i + 1), value.path(i));
            }
        } else {
            form.append('&').append(name).append('=').append(URLEncoder.encode(value.asText(), StandardCharsets.UTF_8));
        }
    }

    private static String find(Pattern pattern, String xml) {
        Matcher matcher = pattern.matcher(xml);
        return matcher.find() ? matcher.group(1) : "";
    }
}
