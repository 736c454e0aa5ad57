package dev.backplane.infra;

import dev.backplane.infra.constructs.Endpoint;
import dev.backplane.infra.constructs.ServiceTable;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.Operation;
import dev.backplane.pool.api.AddAccountHandler;
import dev.backplane.pool.api.AddUserHandler;
import dev.backplane.pool.api.CreateLeaseHandler;
import dev.backplane.pool.api.DeleteLeaseTemplateHandler;
import dev.backplane.pool.api.EndLeaseHandler;
import dev.backplane.pool.api.ExtendLeaseHandler;
import dev.backplane.pool.api.FinishCleanupHandler;
import dev.backplane.pool.api.GetAccountHandler;
import dev.backplane.pool.api.GetAccountHistoryHandler;
import dev.backplane.pool.api.GetLeaseHandler;
import dev.backplane.pool.api.GetLeaseTemplateHandler;
import dev.backplane.pool.api.GetPoolHandler;
import dev.backplane.pool.api.GetUserHandler;
import dev.backplane.pool.api.HoldAccountHandler;
import dev.backplane.pool.api.IssueCredentialsHandler;
import dev.backplane.pool.api.ListAccountDetailsHandler;
import dev.backplane.pool.api.ListAccountsHandler;
import dev.backplane.pool.api.ListCleanupsHandler;
import dev.backplane.pool.api.ListLeaseTemplatesHandler;
import dev.backplane.pool.api.ListLeasesHandler;
import dev.backplane.pool.api.PutLeaseTemplateHandler;
import dev.backplane.pool.api.QuarantineAccountHandler;
import dev.backplane.pool.api.ReleaseAccountHandler;
import dev.backplane.pool.api.RemoveAccountHandler;
import dev.backplane.pool.api.ReportLeaseSpendHandler;
import dev.backplane.pool.api.RevokeSessionsHandler;
import dev.backplane.pool.api.SetAccountLabelsHandler;
import dev.backplane.pool.api.SetAccountStatusHandler;
import dev.backplane.pool.api.SetLeaseMembersHandler;
import dev.backplane.pool.api.StartCleanupHandler;
import dev.backplane.pool.api.VerifyPoolHandler;
import java.util.List;

/** The HTTP operations of the account pool. */
final class PoolEndpoints {

    /** All operations. A transaction needs the permission of each of its actions. */
    static final List<Endpoint<ServiceTable>> ALL = List.of(
            endpoint(AddAccountHandler.OPERATION, AddAccountHandler.class, "dynamodb:PutItem", "dynamodb:UpdateItem"),
            endpoint(ListAccountsHandler.OPERATION, ListAccountsHandler.class, "dynamodb:GetItem"),
            endpoint(
                    ListAccountDetailsHandler.OPERATION,
                    ListAccountDetailsHandler.class,
                    "dynamodb:BatchGetItem",
                    "dynamodb:GetItem"),
            endpoint(GetAccountHandler.OPERATION, GetAccountHandler.class, "dynamodb:GetItem"),
            endpoint(GetAccountHistoryHandler.OPERATION, GetAccountHistoryHandler.class, "dynamodb:GetItem"),
            endpoint(
                    SetAccountStatusHandler.OPERATION,
                    SetAccountStatusHandler.class,
                    "dynamodb:GetItem",
                    "dynamodb:UpdateItem"),
            endpoint(
                    RemoveAccountHandler.OPERATION,
                    RemoveAccountHandler.class,
                    "dynamodb:BatchGetItem",
                    "dynamodb:GetItem",
                    "dynamodb:DeleteItem",
                    "dynamodb:PutItem",
                    "dynamodb:UpdateItem"),
            endpoint(
                    SetAccountLabelsHandler.OPERATION,
                    SetAccountLabelsHandler.class,
                    "dynamodb:BatchGetItem",
                    "dynamodb:ConditionCheckItem",
                    "dynamodb:GetItem",
                    "dynamodb:UpdateItem"),
            endpoint(HoldAccountHandler.OPERATION, HoldAccountHandler.class, "dynamodb:GetItem", "dynamodb:UpdateItem"),
            endpoint(
                    ReleaseAccountHandler.OPERATION,
                    ReleaseAccountHandler.class,
                    "dynamodb:GetItem",
                    "dynamodb:UpdateItem"),
            endpoint(
                    QuarantineAccountHandler.OPERATION,
                    QuarantineAccountHandler.class,
                    "dynamodb:DeleteItem",
                    "dynamodb:GetItem",
                    "dynamodb:PutItem",
                    "dynamodb:UpdateItem"),
            endpoint(ListCleanupsHandler.OPERATION, ListCleanupsHandler.class, "dynamodb:GetItem"),
            endpoint(
                    StartCleanupHandler.OPERATION,
                    StartCleanupHandler.class,
                    "dynamodb:GetItem",
                    "dynamodb:PutItem",
                    "dynamodb:UpdateItem"),
            endpoint(
                    FinishCleanupHandler.OPERATION,
                    FinishCleanupHandler.class,
                    "dynamodb:GetItem",
                    "dynamodb:PutItem",
                    "dynamodb:UpdateItem"),
            endpoint(
                    CreateLeaseHandler.OPERATION,
                    CreateLeaseHandler.class,
                    "dynamodb:BatchGetItem",
                    "dynamodb:ConditionCheckItem",
                    "dynamodb:DeleteItem",
                    "dynamodb:GetItem",
                    "dynamodb:PutItem",
                    "dynamodb:UpdateItem"),
            endpoint(ListLeasesHandler.OPERATION, ListLeasesHandler.class, "dynamodb:BatchGetItem", "dynamodb:GetItem"),
            endpoint(GetLeaseHandler.OPERATION, GetLeaseHandler.class, "dynamodb:GetItem"),
            endpoint(ExtendLeaseHandler.OPERATION, ExtendLeaseHandler.class, "dynamodb:GetItem", "dynamodb:UpdateItem"),
            endpoint(
                    EndLeaseHandler.OPERATION,
                    EndLeaseHandler.class,
                    "dynamodb:DeleteItem",
                    "dynamodb:GetItem",
                    "dynamodb:PutItem",
                    "dynamodb:UpdateItem"),
            endpoint(
                    SetLeaseMembersHandler.OPERATION,
                    SetLeaseMembersHandler.class,
                    "dynamodb:GetItem",
                    "dynamodb:UpdateItem"),
            endpoint(
                    ReportLeaseSpendHandler.OPERATION,
                    ReportLeaseSpendHandler.class,
                    "dynamodb:DeleteItem",
                    "dynamodb:GetItem",
                    "dynamodb:PutItem",
                    "dynamodb:UpdateItem"),
            endpoint(
                    PutLeaseTemplateHandler.OPERATION,
                    PutLeaseTemplateHandler.class,
                    "dynamodb:PutItem",
                    "dynamodb:UpdateItem"),
            endpoint(GetLeaseTemplateHandler.OPERATION, GetLeaseTemplateHandler.class, "dynamodb:GetItem"),
            endpoint(
                    ListLeaseTemplatesHandler.OPERATION,
                    ListLeaseTemplatesHandler.class,
                    "dynamodb:BatchGetItem",
                    "dynamodb:GetItem"),
            endpoint(
                    DeleteLeaseTemplateHandler.OPERATION,
                    DeleteLeaseTemplateHandler.class,
                    "dynamodb:DeleteItem",
                    "dynamodb:UpdateItem"),
            endpoint(
                    IssueCredentialsHandler.OPERATION,
                    IssueCredentialsHandler.class,
                    "dynamodb:GetItem",
                    "dynamodb:UpdateItem"),
            endpoint(
                    RevokeSessionsHandler.OPERATION,
                    RevokeSessionsHandler.class,
                    "dynamodb:ConditionCheckItem",
                    "dynamodb:GetItem",
                    "dynamodb:UpdateItem"),
            endpoint(AddUserHandler.OPERATION, AddUserHandler.class, "dynamodb:GetItem", "dynamodb:PutItem"),
            endpoint(GetUserHandler.OPERATION, GetUserHandler.class, "dynamodb:GetItem"),
            endpoint(GetPoolHandler.OPERATION, GetPoolHandler.class, "dynamodb:BatchGetItem"),
            endpoint(
                    VerifyPoolHandler.OPERATION,
                    VerifyPoolHandler.class,
                    "dynamodb:BatchGetItem",
                    "dynamodb:ConditionCheckItem",
                    "dynamodb:DeleteItem",
                    "dynamodb:GetItem",
                    "dynamodb:PutItem",
                    "dynamodb:Scan",
                    "dynamodb:UpdateItem"));

    private PoolEndpoints() {}

    private static Endpoint<ServiceTable> endpoint(
            Operation operation, Class<? extends HttpHandler> handler, String... actions) {
        return new Endpoint<>(operation, handler, (function, table) -> function.allow(table, actions));
    }
}
