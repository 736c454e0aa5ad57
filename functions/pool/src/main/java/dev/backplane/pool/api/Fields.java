package dev.backplane.pool.api;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Times;
import dev.backplane.platform.aws.RoleSession;
import dev.backplane.platform.http.InputType;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountList;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.AttemptId;
import dev.backplane.pool.Budget;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.Label;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.LeaseTemplate;
import dev.backplane.pool.LeaseUsage;
import dev.backplane.pool.Transition;
import dev.backplane.pool.UserId;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The types of parameters. */
final class Fields {

    static final InputType<AccountId> ACCOUNT_ID = InputType.text(AccountId::parse);
    static final InputType<UserId> USER_ID = InputType.text(UserId::parse);
    static final InputType<LeaseId> LEASE_ID = InputType.text(LeaseId::parse);
    static final InputType<AttemptId> ATTEMPT_ID = InputType.text(AttemptId::parse);
    static final InputType<EndReason> REASON = InputType.text(EndReason::parseRequested);
    static final InputType<String> NAME = InputType.text(text -> bounded(text, 256));
    static final InputType<String> MESSAGE = InputType.text(text -> bounded(text, 1024));
    static final InputType<Integer> DURATION =
            InputType.number((int) Lease.SHORTEST.toMinutes(), (int) Lease.LONGEST.toMinutes());
    static final InputType<Integer> SESSION_MINUTES =
            InputType.number((int) RoleSession.SHORTEST.toMinutes(), (int) RoleSession.LONGEST.toMinutes());
    static final InputType<Integer> EXTENSION = InputType.number(1, (int) Lease.LONGEST.toMinutes());

    static final InputType<AccountList> LIST = InputType.text(AccountList::parse);

    /** A state that an operator can set. */
    static final InputType<AccountState> OPERATOR_STATE = InputType.text(value -> AccountState.find(value)
            .filter(state -> Transition.byOperator(state).isPresent())
            .orElseThrow(() -> new InvalidValueException("must be one of available, dirty, failed")));

    /** Whether a cleanup succeeded. */
    static final InputType<Boolean> RESULT = InputType.text(value -> switch (value) {
        case "succeeded" -> true;
        case "failed" -> false;
        default -> throw new InvalidValueException("must be one of succeeded, failed");
    });

    /** The only state of leases that can be listed. */
    static final InputType<String> ACTIVE = InputType.text(value -> {
        if (!value.equals("active")) {
            throw new InvalidValueException("must be active");
        }
        return value;
    });

    static final InputType<String> TEMPLATE = InputType.text(LeaseTemplate::parseName);
    static final InputType<String> CURRENCY = InputType.text(Budget::parseCurrency);
    static final InputType<List<String>> LABELS = InputType.texts(Label.MAX, Label::parse);

    private static final InputType<List<String>> USER_IDS =
            InputType.texts(LeaseUsage.MAX_MEMBERS, id -> UserId.parse(id).value());

    /** The members of a lease, each of them once. */
    static final InputType<NavigableSet<UserId>> MEMBERS = value -> {
        List<String> ids = USER_IDS.read(value);
        NavigableSet<UserId> members = ids.stream().map(UserId::new).collect(Collectors.toCollection(TreeSet::new));
        if (members.size() < ids.size()) {
            throw new InvalidValueException("must not have a user twice");
        }
        return members;
    };

    /** A time since 1970, in any form of ISO-8601, in milliseconds as it is stored. */
    static final InputType<Instant> PAST = InputType.text(text -> {
        try {
            Instant time = Times.parseAnyForm(text).truncatedTo(ChronoUnit.MILLIS);
            if (!time.isBefore(Instant.EPOCH)) {
                return time;
            }
        } catch (DateTimeException e) {
            throw new InvalidValueException("must be an ISO-8601 time, such as 2026-01-05T00:00:00.000Z", e);
        }
        throw new InvalidValueException("must not be before 1970");
    });

    private Fields() {}

    private static String bounded(String text, int maximum) {
        if (text.isBlank() || text.length() > maximum) {
            throw new InvalidValueException("must be 1 to " + maximum + " characters");
        }
        return text;
    }
}
