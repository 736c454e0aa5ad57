package dev.backplane.deployments.api;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.AliasOutcome;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.HistoryEntry;
import dev.backplane.deployments.ProjectName;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.HttpResponse.Refusal;
import dev.backplane.platform.http.Problem;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The problems that several operations return. */
final class Problems {

    private Problems() {}

    static Refusal deploymentNotFound(DeploymentId id) {
        return HttpResponse.problem(404, "DEPLOYMENT_NOT_FOUND", "No deployment " + id + " exists.");
    }

    static Refusal idempotencyMismatch() {
        return HttpResponse.problem(
                409, "IDEMPOTENCY_MISMATCH", "An earlier request with the same Idempotency-Key had another body.");
    }

    static Refusal retentionNotFound(ProjectName project) {
        return HttpResponse.problem(
                404, "RETENTION_NOT_FOUND", "Project " + project + " has no retention policy; it keeps everything.");
    }

    static Refusal aliasNotFound(Object alias) {
        return HttpResponse.problem(404, "ALIAS_NOT_FOUND", "No alias for " + alias + " exists.");
    }

    static Refusal deploymentAlias(Object alias) {
        return HttpResponse.problem(
                409, "DEPLOYMENT_ALIAS", alias + " belongs to a deployment and is deleted with it.");
    }

    static Refusal overrideNotAllowed(AliasId id, Optional<Alias> current) {
        Problem problem = Problem.of(
                409, "ALIAS_OVERRIDE_NOT_ALLOWED", id + " exists; send override to move it to another deployment.");
        return HttpResponse.problem(current.map(
                        alias -> problem.with("deployment", alias.deployment().value()))
                .orElse(problem));
    }

    /** Returns the problem of a change of an alias that was refused. */
    static Refusal of(AliasId id, AliasOutcome.Refusal refusal) {
        return HttpResponse.problem(problem(id, refusal));
    }

    /** Returns the problem that stands in the way of changing an alias. */
    static Problem problem(AliasId id, AliasOutcome.Refusal refusal) {
        return switch (refusal) {
            case AliasOutcome.NotFound _ -> aliasNotFound(id).problem();
            case AliasOutcome.UnknownDeployment(DeploymentId unknown) ->
                Problem.of(400, "INVALID_DEPLOYMENT_ID", "No deployment " + unknown + " exists.");
            case AliasOutcome.UnknownTarget(AliasId unknown) ->
                Problem.of(400, "INVALID_ALIAS", "No alias " + unknown + " exists.");
            case AliasOutcome.DeploymentClosed(DeploymentStatus status) ->
                Problem.of(409, "INVALID_TRANSITION", "A deployment in status " + status + " accepts no new aliases.")
                        .with("from", status.name());
            case AliasOutcome.Protected _ -> deploymentAlias(id).problem();
            case AliasOutcome.OverrideNotAllowed(Optional<Alias> current) ->
                overrideNotAllowed(id, current).problem();
            case AliasOutcome.Changed(Optional<Alias> current) ->
                Problem.of(409, "ALIAS_CHANGED", id + " does not point to the expected deployment.")
                        .with(
                                "deployment",
                                current.<JsonValue>map(alias ->
                                                new Text(alias.deployment().value()))
                                        .orElseGet(JsonValue.Null::new));
            case AliasOutcome.Locked(Optional<HistoryEntry> lock) -> locked(id, lock);
            case AliasOutcome.NothingToRollBack _ ->
                Problem.of(409, "NOTHING_TO_ROLL_BACK", "The history of " + id + " has no earlier deployment.");
            case AliasOutcome.UnknownRevision _ ->
                invalid("toRevision", "is not a revision of " + id + " with a deployment");
            case AliasOutcome.DeploymentGone(DeploymentId gone) ->
                Problem.of(409, "DEPLOYMENT_GONE", "The deployment " + gone + " is deleted or accepts no aliases.")
                        .with("deployment", gone.value());
            case AliasOutcome.NoSplit _ -> Problem.of(404, "SPLIT_NOT_FOUND", id + " has no split.");
            case AliasOutcome.SameDeployment _ -> invalid("deployment", "must differ from that of the alias");
            case AliasOutcome.NotReady(DeploymentId unfinished) ->
                Problem.of(409, "DEPLOYMENT_NOT_READY", "The deployment " + unfinished + " is not finished.")
                        .with("deployment", unfinished.value());
        };
    }

    private static Problem locked(AliasId id, Optional<HistoryEntry> lock) {
        Problem problem = Problem.of(409, "ALIAS_LOCKED", id + " is locked.");
        Problem withReason = lock.flatMap(HistoryEntry::reason)
                .map(reason -> problem.with("reason", reason))
                .orElse(problem);
        return lock.flatMap(HistoryEntry::actor)
                .map(actor -> withReason.with(
                        "actor",
                        Obj.of(
                                Map.entry("type", new Text(actor.type().value())),
                                Map.entry("id", new Text(actor.id())))))
                .orElse(withReason);
    }

    /** Returns the problem of a value that is only found invalid when rows are read. */
    private static Problem invalid(String field, String message) {
        JsonValue error = Obj.of(Map.entry("field", new Text(field)), Map.entry("message", new Text(message)));
        return Problem.of(400, "INVALID_REQUEST", field + " " + message + ".").with("errors", new Arr(List.of(error)));
    }

    static Refusal notAllowed(DeploymentStatus from, DeploymentStatus to) {
        List<String> allowed = from.next().stream().map(Enum::name).toList();
        return HttpResponse.problem(
                Problem.of(409, "INVALID_TRANSITION", "A deployment cannot change from " + from + " to " + to + ".")
                        .with("from", from.name())
                        .with("to", to.name())
                        .with("allowed", allowed));
    }
}
