package dev.backplane.local.iam;

import dev.backplane.local.account.Account;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.iam.Statement.Effect;
import dev.backplane.local.iam.Statement.Match;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Evaluates the policies of the templates as IAM does and records which grants were used. */
public final class Iam {

    private static final int DENIALS_KEPT = 1_000;
    private static final String OWNER = Account.globalArn("iam", "root");

    private final Map<String, Role> roles;
    private final List<Statement> resourcePolicies;
    private final MemberAccounts members;
    private final Clock clock;
    private final AccessKeys keys = new AccessKeys();
    private final StackRoles stackRoles = new StackRoles();
    private final QueuePolicies queuePolicies = new QueuePolicies();
    private final Set<PolicyGrant> used = ConcurrentHashMap.newKeySet();
    private final Deque<Denial> denials = new ArrayDeque<>();

    private Iam(CloudTemplates templates, MemberAccounts members, Clock clock) {
        this.roles = Policies.roles(templates);
        this.resourcePolicies = Policies.resourcePolicies(templates);
        this.members = members;
        this.clock = clock;
    }

    /** Reads the roles and policies of the templates. */
    public static Iam of(CloudTemplates templates) {
        return new Iam(templates, MemberAccounts.NONE, Clock.systemUTC());
    }

    /**
     * Reads the roles and policies of the templates.
     *
     * @param members the roles in other accounts
     */
    public static Iam of(CloudTemplates templates, MemberAccounts members, Clock clock) {
        return new Iam(templates, members, clock);
    }

    /** Returns a role of this account or of another one. */
    public Optional<Role> role(String arn) {
        return Optional.ofNullable(roles.get(arn))
                .or(() -> stackRoles.find(arn))
                .or(() -> members.role(arn));
    }

    /** Returns the roles that runtime stacks create. */
    public StackRoles stackRoles() {
        return stackRoles;
    }

    /** Returns the policies that calls gave to queues. */
    public QueuePolicies queuePolicies() {
        return queuePolicies;
    }

    /** Returns the sessions that STS issued. */
    public Sessions sessions() {
        return new Sessions(keys, clock);
    }

    /** Returns the access keys of the account. */
    public AccessKeys keys() {
        return keys;
    }

    /** Authorizes a call with a role's credentials; empty means allowed. */
    public Optional<Denial> check(Caller caller, AccessRequest requested) {
        AccessRequest access = requested.in(caller.role().account());
        RequestContext context =
                RequestContext.DIRECT.and(access.conditionKeys()).and(facts(caller));
        List<Match> matches = matches(caller.role().statements(), access, context);
        if (denies(matches)) {
            return refuse(Denial.explicitlyDenied(caller.arn(), access, "an identity-based policy"));
        }
        Optional<List<Match>> limits = caller.policy().map(policy -> matches(policy.statements(), access, context));
        if (limits.filter(Iam::denies).isPresent()) {
            return refuse(Denial.explicitlyDenied(caller.arn(), access, "a session policy"));
        }
        Principal role = Principal.role(caller.role().arn());
        if (denies(matches(ofResources(role, access), access, context))) {
            return refuse(Denial.explicitlyDenied(caller.arn(), access, "a resource-based policy"));
        }
        if (limits.filter(List::isEmpty).isPresent()) {
            return refuse(Denial.notAllowedBySession(caller.arn(), access));
        }
        return matches.isEmpty() ? refuse(Denial.notAllowed(caller.arn(), access)) : allow(matches);
    }

    /**
     * Decides by the trust policy of a role whether it can be assumed; empty means allowed.
     *
     * @param caller who wants to assume it; empty for the account owner
     * @param access the action on the role, with its condition keys
     */
    public Optional<Denial> checkTrust(Role role, Optional<Caller> caller, AccessRequest access) {
        String arn = caller.map(session -> session.role().arn()).orElse(OWNER);
        Map<String, String> facts = caller.map(this::facts).orElseGet(() -> facts(OWNER, Account.ID));
        RequestContext context =
                RequestContext.DIRECT.and(access.conditionKeys()).and(facts);
        return role.trusts(Principal.role(arn), access.action(), context)
                ? Optional.empty()
                : refuse(Denial.notAllowedByResource(caller.map(Caller::arn).orElse(OWNER), access));
    }

    private Map<String, String> facts(Caller caller) {
        Map<String, String> facts =
                new HashMap<>(facts(caller.role().arn(), caller.role().account()));
        facts.putAll(caller.conditionKeys());
        return facts;
    }

    private Map<String, String> facts(String principal, String account) {
        return Map.of(
                "aws:CurrentTime", clock.instant().toString(),
                "aws:PrincipalArn", principal,
                "aws:PrincipalAccount", account);
    }

    /** Authorizes a call of a service on behalf of a resource; empty means allowed. */
    public Optional<Denial> check(Principal service, AccessRequest access, RequestContext context) {
        List<Match> matches = matches(ofResources(service, access), access, context);
        if (denies(matches)) {
            return refuse(Denial.explicitlyDenied(service.value(), access, "a resource-based policy"));
        }
        return matches.isEmpty() ? refuse(Denial.notAllowedByResource(service.value(), access)) : allow(matches);
    }

    /** Returns the allowed but unused grants, in template order. */
    public List<PolicyGrant> unusedGrants() {
        Set<PolicyGrant> unused = new LinkedHashSet<>();
        roles.values().forEach(role -> role.declared().forEach(statement -> addGrants(statement, unused)));
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

    private List<Statement> ofResources(Principal principal, AccessRequest access) {
        return Stream.concat(resourcePolicies.stream(), queuePolicies.statements(access.resource()).stream())
                .filter(statement -> statement.appliesTo(principal))
                .toList();
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
