package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.LocalServer;
import dev.backplane.local.aws.FaultInjection.Call;
import dev.backplane.local.cloudformation.template.TemplateEdit;
import dev.backplane.local.codebuild.Build;
import dev.backplane.local.codebuild.BuildOutcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sfn.SfnClient;
import software.amazon.awssdk.services.sfn.model.ExecutionStatus;

/** The workflow that cleans accounts, over HTTP and with the real definition, also when its parts fail. */
class AccountCleaningTest {

    private static final String MACHINE =
            "arn:aws:states:us-east-1:000000000000:stateMachine:backplane-dev-account-cleanup";
    private static final Duration SOON = Duration.ofMillis(50);

    private static LocalServer server;

    private PoolAccounts pool;
    private Api api;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        server = CleaningSuite.start(folder, TemplateEdit.NONE);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void open() {
        pool = new PoolAccounts(server);
        api = pool.api();
    }

    @AfterEach
    void clear() {
        server.cloud().faults().clear();
    }

    private static Predicate<Build> of(String account) {
        return build -> build.variable("BACKPLANE_ACCOUNT_ID").equals(account);
    }

    private static void plan(String account, BuildOutcome... outcomes) {
        server.cloud().builds().plan(of(account), outcomes);
    }

    private static BuildOutcome ends(String status) {
        return BuildOutcome.of(status, SOON);
    }

    private static List<Build> builds(String account) {
        return server.cloud().builds().builds().stream().filter(of(account)).toList();
    }

    private String status(String account) {
        return api.get("/pool/accounts/" + account).at("status");
    }

    private void awaitStatus(String account, String status) {
        Suite.await(() -> status(account), status::equals);
    }

    private List<JsonNode> attempts(String account) {
        List<JsonNode> attempts = new ArrayList<>();
        api.get("/pool/accounts/" + account + "/cleanups").json().path("items").forEach(attempts::add);
        return attempts;
    }

    private List<String> results(String account) {
        return attempts(account).stream()
                .map(attempt -> attempt.path("result").asText())
                .toList();
    }

    /** Returns an account that becomes dirty when this is called. */
    private String dirty(BuildOutcome... outcomes) {
        String account = pool.available();
        plan(account, outcomes);
        assertThat(pool.mark(account, "dirty").status()).isEqualTo(200);
        return account;
    }

    private void hold(String account) {
        assertThat(api.put("/pool/accounts/" + account + "/hold", "{\"reason\":\"checked\"}")
                        .status())
                .isEqualTo(200);
    }

    private static SfnClient sfn() {
        return SfnClient.builder()
                .httpClient(server.cloud().owner())
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
                .build();
    }

    /** Returns the executions for an account. */
    private static List<String> executions(String account, ExecutionStatus... statuses) {
        try (SfnClient sfn = sfn()) {
            return sfn.listExecutionsPaginator(list -> list.stateMachineArn(MACHINE)).stream()
                    .flatMap(page -> page.executions().stream())
                    .filter(execution -> execution.name().startsWith(account))
                    .filter(execution ->
                            statuses.length == 0 || List.of(statuses).contains(execution.status()))
                    .map(execution -> execution.executionArn())
                    .toList();
        }
    }

    private static void stop(String execution) {
        try (SfnClient sfn = sfn()) {
            sfn.stopExecution(stop -> stop.executionArn(execution));
        }
    }

    private static Predicate<Call> cleaner(String service, String... actions) {
        return cleaner().and(call -> call.is(service, actions));
    }

    private static Predicate<Call> cleaner() {
        return call -> call.session().endsWith("AccountCleaner");
    }

    @Test
    void endOfALease_cleansTheAccount_andTellsWhatHappened() {
        String account = pool.available();
        plan(account, ends("SUCCEEDED"));
        String lease = api.post(
                        "/pool/leases",
                        "{\"userId\":\"" + PoolAccounts.newUser() + "\",\"accountId\":\"" + account + "\"}")
                .at("leaseId");
        assertThat(api.delete("/pool/leases/" + lease).status()).isEqualTo(200);
        awaitStatus(account, "available");

        JsonNode attempt = attempts(account).getFirst();
        assertThat(attempt.path("result").asText()).isEqualTo("succeeded");
        assertThat(attempt.path("attemptId").asText()).isEqualTo(lease + "-1");
        assertThat(attempt.path("logUrl").asText()).startsWith("https://");
        assertThat(attempt.path("actor").path("id").asText()).isEqualTo("account-cleanup");
        assertThat(builds(account)).hasSize(1);
        assertThat(events(account, "CleanupSucceeded")).isEqualTo(1);
        assertThat(events(account, "AccountCleanupRequested")).isEqualTo(1);
    }

    private static long events(String account, String type) {
        return Suite.await(
                () -> server.cloud().buses().events().stream()
                        .filter(event -> event.detailType().equals(type)
                                && event.detail().path("accountId").asText().equals(account))
                        .count(),
                count -> count > 0);
    }

    @Test
    void buildsThatFail_areRepeatedTwice_andThenTheAccountIsFailed() {
        String account = dirty(ends("FAILED"), ends("FAULT"), ends("TIMED_OUT"));
        awaitStatus(account, "failed");

        assertThat(results(account)).containsExactly("failed", "failed", "failed");
        assertThat(attempts(account))
                .extracting(attempt -> attempt.path("message").asText())
                .containsExactly("The build timed out.", "CodeBuild failed to run the build.", "The build failed.");
        assertThat(builds(account)).hasSize(3);
        assertThat(executions(account)).hasSize(1);
        assertThat(events(account, "AccountFailed")).isEqualTo(1);
        // An operator starts again.
        plan(account, ends("SUCCEEDED"));
        assertThat(pool.mark(account, "dirty").status()).isEqualTo(200);
        awaitStatus(account, "available");
        assertThat(executions(account)).hasSize(2);
    }

    @Test
    void secondBuild_canSucceed() {
        String account = dirty(ends("FAILED"), ends("SUCCEEDED"));
        awaitStatus(account, "available");

        assertThat(results(account)).containsExactly("succeeded", "failed");
    }

    @Test
    void cleanupsByHand_areRefused() {
        String account = dirty(BuildOutcome.NEVER);
        awaitStatus(account, "cleaning");
        String cleanups = "/pool/accounts/" + account + "/cleanups";

        assertThat(api.post(cleanups, "").code()).isEqualTo("CLEANUP_AUTOMATIC");
        String attempt = attempts(account).getFirst().path("attemptId").asText();
        assertThat(api.put(cleanups + "/" + attempt, "{\"result\":\"succeeded\"}")
                        .code())
                .isEqualTo("CLEANUP_AUTOMATIC");
        hold(account);
    }

    @Test
    void hold_stopsTheBuild_andTheReleaseCleansAgain() {
        String account = dirty(BuildOutcome.NEVER, ends("SUCCEEDED"));
        Suite.await(() -> builds(account), builds -> builds.size() == 1);
        hold(account);

        Suite.await(() -> builds(account).getFirst().status(), "STOPPED"::equals);
        Suite.await(() -> executions(account, ExecutionStatus.ABORTED), stopped -> stopped.size() == 1);
        assertThat(status(account)).isEqualTo("dirty");
        assertThat(results(account)).containsExactly("interrupted");
        assertThat(api.delete("/pool/accounts/" + account + "/hold").status()).isEqualTo(200);
        awaitStatus(account, "available");
        assertThat(attempts(account).getFirst().path("attempt").asInt()).isEqualTo(1);
    }

    @Test
    void hold_stopsTheBuild_alsoIfStepFunctionsDoesNot() {
        server.cloud()
                .faults()
                .answer(
                        1000,
                        call -> call.session().endsWith("account-cleanup") && call.is("codebuild", "StopBuild"),
                        "AccessDeniedException");
        String account = dirty(BuildOutcome.NEVER);
        Suite.await(() -> builds(account), builds -> builds.size() == 1);
        hold(account);

        Suite.await(() -> builds(account).getFirst().status(), "STOPPED"::equals);
        assertThat(status(account)).isEqualTo("dirty");
    }

    @Test
    void removal_stopsTheBuild() {
        String account = dirty(BuildOutcome.NEVER);
        Suite.await(() -> builds(account), builds -> builds.size() == 1);
        assertThat(api.delete("/pool/accounts/" + account).status()).isEqualTo(204);

        Suite.await(() -> builds(account).getFirst().status(), "STOPPED"::equals);
        assertThat(results(account)).containsExactly("interrupted");
    }

    @Test
    void stoppedExecution_failsTheAccount_andStopsItsBuild() {
        String account = dirty(BuildOutcome.NEVER);
        Suite.await(() -> builds(account), builds -> builds.size() == 1);
        stop(executions(account).getFirst());

        awaitStatus(account, "failed");
        Suite.await(() -> builds(account).getFirst().status(), "STOPPED"::equals);
        assertThat(attempts(account).getFirst().path("message").asText())
                .isEqualTo("The execution of the cleanup was aborted.");
        plan(account, ends("SUCCEEDED"));
        pool.mark(account, "dirty");
        awaitStatus(account, "available");
    }

    @Test
    void throttling_isRetried_andCountsAsNoAttempt() {
        server.cloud()
                .faults()
                .answer(
                        3,
                        call -> call.session().endsWith("account-cleanup") && call.is("codebuild", "StartBuild"),
                        "AccountLimitExceededException");
        String account = dirty(ends("SUCCEEDED"));
        awaitStatus(account, "available");

        assertThat(attempts(account)).hasSize(1);
        assertThat(builds(account)).hasSize(1);
    }

    @Test
    void functionKilledAfterAnyCall_isRetried_andMakesNoFurtherAttempt() {
        new KilledCalls(server.cloud().faults(), cleaner())
                .killAfterEach(List.of("GetItem", "TransactWriteItems", "ListBuildsForProject"), () -> {
                    String account = pool.available();
                    plan(account, ends("FAILED"), ends("SUCCEEDED"));
                    pool.mark(account, "dirty");
                    awaitStatus(account, "available");
                    assertThat(results(account)).containsExactly("succeeded", "failed");
                    assertThat(builds(account)).hasSize(2);
                });
    }

    @Test
    void functionThatAlwaysFails_leadsToAFailedAccount() {
        String account = pool.available();
        plan(account, ends("SUCCEEDED"));
        server.cloud().faults().answer(100_000, cleaner("codebuild", "ListBuildsForProject"), "AccessDeniedException");
        pool.mark(account, "dirty");
        awaitStatus(account, "failed");

        assertThat(builds(account)).isEmpty();
        assertThat(results(account)).containsExactly("failed");
    }

    @Test
    void accountWhoseSessionsAreNotRevoked_neverBecomesAvailable_howeverOftenItIsCleaned() {
        server.cloud().faults().answer(1000, call -> call.is("iam", "PutRolePolicy"), "AccessDenied");
        String account = pool.available();
        plan(account, ends("SUCCEEDED"), ends("SUCCEEDED"));
        String lease = api.post(
                        "/pool/leases",
                        "{\"userId\":\"" + PoolAccounts.newUser() + "\",\"accountId\":\"" + account + "\"}")
                .at("leaseId");
        assertThat(api.post("/pool/leases/" + lease + "/credentials", "{}").status())
                .isEqualTo(200);
        assertThat(api.delete("/pool/leases/" + lease).status()).isEqualTo(200);
        awaitStatus(account, "failed");

        assertThat(builds(account)).hasSize(1);
        assertThat(attempts(account).getFirst().path("message").asText())
                .isEqualTo("The credentials of the last lease could not be revoked.");
        assertThat(pool.mark(account, "available").code()).isEqualTo("REVOCATION_PENDING");
        server.cloud().faults().clear();
        assertThat(api.post("/pool/accounts/" + account + "/revocations", "{}").status())
                .isEqualTo(200);
        pool.mark(account, "dirty");
        awaitStatus(account, "available");
    }

    @ParameterizedTest
    @ValueSource(strings = {"AccountCleaner", "CleanupStarter", "CleanupWatcher"})
    void sample_isTakenByItsFunction(String function) throws IOException {
        byte[] event = Files.readAllBytes(Suite.ROOT.resolve("events/cleaning/" + function + ".json"));

        var invocation = server.cloud().functions().invoke(function, event);
        String answer = new String(invocation.payload(), StandardCharsets.UTF_8);
        assertThat(invocation.failed()).as(answer).isFalse();
        assertThat(answer).containsAnyOf("\"outcome\":\"superseded\"", "\"batchItemFailures\":[]");
    }

    @Test
    void manyAccounts_someOfWhichFail_areAllCleanedOrFailed() {
        List<String> good = new ArrayList<>();
        List<String> bad = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            good.add(dirty(ends("SUCCEEDED")));
            bad.add(dirty(ends("FAILED"), ends("FAILED"), ends("FAILED")));
        }
        good.forEach(account -> awaitStatus(account, "available"));
        bad.forEach(account -> awaitStatus(account, "failed"));
        bad.forEach(account -> assertThat(builds(account)).hasSize(3));
        pool.assertConsistent();
    }
}
