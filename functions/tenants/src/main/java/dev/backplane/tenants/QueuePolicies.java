package dev.backplane.tenants;

import dev.backplane.platform.Times;
import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The policies that give the clients of tenants access to one queue, and end it. */
public final class QueuePolicies {

    private static final String VERSION = "2012-10-17";
    private static final String STATEMENTS = "Statement";
    private static final String ID = "Sid";

    /** Names the statement of the suite in the policy of a queue, which may have others. */
    private static final String SESSIONS = "BackplaneSessions";

    private QueuePolicies() {}

    /**
     * Returns the policy of a session for one queue. A key is used only through SQS and for this queue, which SQS names in
     * the encryption context: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-key-management.html
     *
     * @param keys whether the queue may be encrypted with a key of KMS
     */
    public static String ofSession(QueueType type, Queue queue, boolean keys) {
        List<JsonValue> statements = new ArrayList<>();
        statements.add(allow(
                switch (type) {
                    case INBOUND ->
                        List.of(
                                "sqs:ChangeMessageVisibility",
                                "sqs:DeleteMessage",
                                "sqs:GetQueueAttributes",
                                "sqs:ReceiveMessage");
                    case OUTBOUND -> List.of("sqs:GetQueueAttributes", "sqs:SendMessage");
                },
                queue.arn(),
                Map.of()));
        if (keys) {
            Map<String, JsonValue> condition = new LinkedHashMap<>();
            condition.put("kms:EncryptionContext:aws:sqs:arn", new Text(queue.arn()));
            statements.add(allow(
                    switch (type) {
                        case INBOUND -> List.of("kms:Decrypt");
                        case OUTBOUND -> List.of("kms:Decrypt", "kms:GenerateDataKey");
                    },
                    "*",
                    Map.of("StringEquals", new Obj(condition))));
        }
        return document(statements).compact();
    }

    private static Obj allow(List<String> actions, String resource, Map<String, JsonValue> condition) {
        Map<String, JsonValue> statement = new LinkedHashMap<>();
        statement.put("Effect", new Text("Allow"));
        statement.put(
                "Action", new Arr(actions.stream().<JsonValue>map(Text::new).toList()));
        statement.put("Resource", new Text(resource));
        if (!condition.isEmpty()) {
            statement.put("Condition", new Obj(condition));
        }
        return new Obj(statement);
    }

    /**
     * Returns the policy that a queue should have instead of its current one; empty if it is as it should be. Statements of
     * others stay.
     *
     * @param current the policy of the queue; blank if it has none
     * @param role the ARN of the role whose sessions clients use
     */
    public static Optional<String> change(String current, Access access, Queue queue, String role) {
        List<JsonValue> before = statements(current);
        Optional<JsonValue> denial = denial(access, queue, role);
        List<JsonValue> after = Stream.concat(
                        before.stream().filter(statement -> !isOfTheSuite(statement)), denial.stream())
                .toList();
        if (before.equals(after)) {
            return Optional.empty();
        }
        // An empty text removes the policy.
        return Optional.of(after.isEmpty() ? "" : document(after).compact());
    }

    /**
     * Denies the sessions of the role. The principal is anyone with the ARN of the role, because SQS would keep a role as a
     * principal by its internal id, and refuse it once the role is gone.
     */
    private static Optional<JsonValue> denial(Access access, Queue queue, String role) {
        if (access.suspension().isEmpty() && access.sessionsFrom().isEmpty()) {
            return Optional.empty();
        }
        Map<String, JsonValue> condition = new LinkedHashMap<>();
        condition.put("ArnEquals", Obj.of(Map.entry("aws:PrincipalArn", new Text(role))));
        if (access.suspension().isEmpty()) {
            condition.put(
                    "DateLessThan",
                    Obj.of(Map.entry(
                            "aws:TokenIssueTime",
                            new Text(Times.format(access.sessionsFrom().get())))));
        }
        Map<String, JsonValue> statement = new LinkedHashMap<>();
        statement.put(ID, new Text(SESSIONS));
        statement.put("Effect", new Text("Deny"));
        statement.put("Principal", new Text("*"));
        statement.put("Action", new Text("sqs:*"));
        statement.put("Resource", new Text(queue.arn()));
        statement.put("Condition", new Obj(condition));
        return Optional.of(new Obj(statement));
    }

    private static boolean isOfTheSuite(JsonValue statement) {
        return statement instanceof Obj members && members.findText(ID).equals(Optional.of(SESSIONS));
    }

    /** Returns the statements of a policy, which may be a list or a single one. */
    private static List<JsonValue> statements(String policy) {
        if (policy.isBlank()) {
            return List.of();
        }
        try {
            JsonValue statements = JsonValue.parse(policy) instanceof Obj(var members) ? members.get(STATEMENTS) : null;
            return statements instanceof Arr(var list) ? list : statements == null ? List.of() : List.of(statements);
        } catch (JsonSyntaxException e) {
            throw new IllegalStateException("the policy of a queue is not JSON", e);
        }
    }

    private static Obj document(List<JsonValue> statements) {
        Map<String, JsonValue> document = new LinkedHashMap<>();
        document.put("Version", new Text(VERSION));
        document.put(STATEMENTS, new Arr(statements));
        return new Obj(document);
    }
}
