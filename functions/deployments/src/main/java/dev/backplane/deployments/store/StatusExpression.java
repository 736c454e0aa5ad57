package dev.backplane.deployments.store;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.StatusChange;
import dev.backplane.platform.dynamo.Values;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Writes a step in a deployment's life as an update: what it sets, and from which states it may be taken. */
final class StatusExpression {

    private final StringBuilder update = new StringBuilder("SET #status = :to");
    private final StringBuilder condition = new StringBuilder();
    private final Map<String, AttributeValue> values = new HashMap<>();

    StatusExpression(StatusChange change, Collection<DeploymentStatus> sources) {
        values.put(":to", Values.text(change.to().name()));
        set(DeploymentRows.STACK, change.stack());
        set(Attributes.DEPLOYMENT_ALIAS, change.alias().map(AliasId::toString));
        set(Attributes.ROUTES, change.config().routes());
        set(Attributes.LAMBDA_ROUTES, change.config().lambdaRoutes());
        set(Attributes.PRERENDERS, change.config().prerenders());
        condition.append("#status").append(in(sources, values));
    }

    /** Also requires that no custom alias points to the deployment. */
    StatusExpression withoutAliases() {
        values.put(":zero", Values.number(0));
        condition.append(" AND AliasCount = :zero");
        return this;
    }

    String update() {
        return update.toString();
    }

    String condition() {
        return condition.toString();
    }

    Map<String, AttributeValue> values() {
        return values;
    }

    /** Writes that an attribute is one of some states, whose values it adds; none gives a test that always fails. */
    static String in(Collection<DeploymentStatus> states, Map<String, AttributeValue> values) {
        if (states.isEmpty()) {
            values.put(":never", Values.text(""));
            return " = :never";
        }
        StringBuilder list = new StringBuilder();
        for (DeploymentStatus state : states) {
            String name = ":" + state;
            values.put(name, Values.text(state.name()));
            list.append(list.isEmpty() ? "" : ", ").append(name);
        }
        return " IN (" + list + ")";
    }

    private void set(String attribute, Optional<String> value) {
        value.ifPresent(text -> {
            String name = ":v" + values.size();
            update.append(", ").append(attribute).append(" = ").append(name);
            values.put(name, Values.text(text));
        });
    }
}
