package dev.backplane.local.iam;

import java.util.List;

/** A role with the statements of all policies attached to it. */
public final class Role {

    private final String name;
    private final String arn;
    private final List<Statement> trust;
    private final List<Statement> statements;

    Role(String name, String arn, List<Statement> trust, List<Statement> statements) {
        this.name = name;
        this.arn = arn;
        this.trust = List.copyOf(trust);
        this.statements = List.copyOf(statements);
    }

    public String name() {
        return name;
    }

    public String arn() {
        return arn;
    }

    /** Returns whether the service may assume this role. */
    public boolean trusts(Principal principal) {
        // A trust policy has no resource.
        return trust.stream()
                .filter(statement -> statement.effect() == Statement.Effect.ALLOW)
                .filter(statement -> statement.appliesTo(principal))
                .flatMap(statement -> statement.actions().stream())
                .anyMatch(action -> action.matches("sts:AssumeRole"));
    }

    /** Returns a session of this role. */
    public Caller as(String session) {
        return new Caller(this, session);
    }

    List<Statement> statements() {
        return statements;
    }
}
