package dev.backplane.local.iam;

import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.iam.Statement.Effect;
import dev.backplane.local.iam.Statement.Match;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Evaluates the policies of the templates as IAM does and records which grants were used. */
public final class Iam {

    private static final int DENIALS_KEPT = 1_000;

    private final Map<String, Role> roles;
    private final List<Statement> resourcePolicies;
    private final AccessKeys keys = new AccessKeys();
    private final Set<PolicyGrant> used = ConcurrentHashMap.newKeySet();
    private final Deque<Denial> denials = new ArrayDeque<>();

    private Iam(Map<String, Role> roles, List<Statement> resourcePolicies) {
        this.roles = roles;
        this.resourcePolicies = resourcePolicies;
    }

    /** Reads the roles and policies of the templates. */
    public static Iam of(CloudTemplates templates) {
        return new Iam(Policies.roles(templates), Policies.resourcePolicies(templates));
    }

    public Optional<Role> role(String arn) {
        return Optional.ofNullable(roles.get(arn));
    }

    /** Returns the access keys of the account. */
    public AccessKeys keys() {
        return keys;
    }

    /** Authorizes a call with a role's credentials; empty means allowed. */
    public Optional<Denial> check(Caller caller, AccessRequest access) {
        RequestContext context = RequestContext.DIRECT.and(access.conditionKeys());
        List<Match> matches = matches(caller.role().statements(), access, context);
        Principal role = Principal.role(caller.role().arn());
        List<Match> resourceMatches = matches(
                resourcePolicies.stream()
                        .filter(statement -> statement.appliesTo(role))
                        .toList(),
                access,
                context);
        if (denies(matches)) {
            return refuse(Denial.explicitlyDenied(caller.arn(), access, "an identity-based policy"));
        }
        if (denies(resourceMatches)) {
            return refuse(Denial.explicitlyDenied(caller.arn(), access, "a resource-based policy"));
        }
        return matches.isEmpty() ? refuse(Denial.notAllowed(caller.arn(), access)) : allow(matches);
    }

    /** Authorizes a call of a service on behalf of a resource; empty means allowed. */
    public Optional<Denial> check(Principal service, AccessRequest access, RequestContext context) {
        List<Match> matches = matches(
                resourcePolicies.stream()
                        .filter(statement -> statement.appliesTo(service))
                        .toList(),
                access,
                context);
        if (denies(matches)) {
            return refuse(Denial.explicitlyDenied(service.value(), access, "a resource-based policy"));
        }
        return matches.isEmpty() ? refuse(Denial.notAllowedByResource(service.value(), access)) : allow(matches);
    }

    /** Returns the allowed but unused grants, in template order. */
    public List<PolicyGrant> unusedGrants() {
        Set<PolicyGrant> unused = new LinkedHashSet<>();
        roles.values().forEach(role -> role.statements().forEach(statement -> addGrants(statement, unused)));
        resourcePolicies.forEach(statement -> addGrants(statement, unused));
        unused.removeAll(used);
        return List.copyOf(unused);
    }

    /** Returns the latest denials, oldest first. */
    public List<Denial> denials() {
        synchronized (denials) {
            return List.copyOf(denials);
        }
    }

    private static List<Match> matches(List<Statement> statements, AccessRequest access, RequestContext context) {
        return statements.stream()
                .flatMap(statement -> statement.match(access, context).stream())
                .toList();
    }

    private static boolean denies(List<Match> matches) {
        return matches.stream().anyMatch(match -> match.statement().effect() == Effect.DENY);
    }

    private Optional<Denial> refuse(Denial denial) {
        synchronized (denials) {
            denials.add(denial);
            if (denials.size() > DENIALS_KEPT) {
                denials.remove();
            }
        }
        return Optional.of(denial);
    }

    private Optional<Denial> allow(List<Match> matches) {
        matches.forEach(
                match -> used.add(new PolicyGrant(match.statement().policy(), match.action(), match.resource())));
        return Optional.empty();
    }

    private static void addGrants(Statement statement, Set<PolicyGrant> grants) {
        if (statement.effect() == Effect.DENY) {
            return;
        }
        for (Wildcard action : statement.actions()) {
            for (Wildcard resource : statement.resources()) {
                grants.add(new PolicyGrant(statement.policy(), action.toString(), resource.toString()));
            }
        }
    }
}
