package dev.backplane.pool.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Problem;
import dev.backplane.pool.Budget;
import dev.backplane.pool.EndedLease;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.LeaseRecord;
import dev.backplane.pool.Spend;
import dev.backplane.pool.SpendOutcome;
import dev.backplane.pool.store.SpendStore;
import dev.backplane.pool.store.Stores;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.util.function.Supplier;

/** Records what a lease has cost; the lease ends if that reaches its budget. */
public final class ReportLeaseSpendHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("ReportLeaseSpend", Scopes.WRITE, "PUT /pool/leases/{id}/spend");

    private static final InputType<BigDecimal> AMOUNT = InputType.text(Budget::parseAmount);

    private final SpendStore spend;
    private final Clock clock;

    public ReportLeaseSpendHandler() {
        this(Platform.lambda());
    }

    public ReportLeaseSpendHandler(Platform platform) {
        super(platform, OPERATION);
        this.spend = new Stores(platform).spend();
        this.clock = platform.clock();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<LeaseId> id = input.path("id", Fields.LEASE_ID);
        Supplier<BigDecimal> amount = input.body("amount", AMOUNT);
        Supplier<String> currency = input.body("currency", Fields.CURRENCY);
        Supplier<Instant> asOf = input.body("asOf", Fields.PAST);
        input.require(
                () -> !asOf.get().isAfter(clock.instant().plus(Spend.CLOCK_SKEW)), "asOf", "must not be in the future");
        input.verify();

        Spend report = new Spend(amount.get(), currency.get(), asOf.get());
        return switch (spend.reportSpend(id.get(), report, request.actor())) {
            case SpendOutcome.Reported(LeaseRecord lease) -> HttpResponse.ok(LeaseView.of(lease));
            case SpendOutcome.OtherCurrency(String expected) ->
                HttpResponse.problem(
                        Problem.of(409, "CURRENCY_MISMATCH", "The costs of this lease are in " + expected + ".")
                                .with("currency", expected));
            case SpendOutcome.NotActive(EndedLease ended) -> Problems.leaseNotActive(ended);
            case SpendOutcome.NotFound _ -> Problems.leaseNotFound(id.get());
        };
    }
}
