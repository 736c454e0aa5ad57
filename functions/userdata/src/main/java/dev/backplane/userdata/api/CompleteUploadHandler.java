package dev.backplane.userdata.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.userdata.CompletionOutcome;
import dev.backplane.userdata.ETag;
import dev.backplane.userdata.Entry;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.store.DataStore;
import dev.backplane.userdata.store.Stores;
import dev.backplane.userdata.store.UploadStore;
import java.util.Optional;
import java.util.function.Supplier;

/** Makes an uploaded blob the value of its key. Repeating it returns the same response. */
public final class CompleteUploadHandler extends UserdataHandler {

    public static final Operation OPERATION = Operation.of(
            "CompleteUpload",
            Scopes.USERS,
            "POST /userdata/apps/{app}/users/{user}/blob/{key}/uploads/{uploadId}/complete");

    private final UploadStore uploads;
    private final DataStore data;

    public CompleteUploadHandler() {
        this(Platform.lambda());
    }

    public CompleteUploadHandler(Platform platform) {
        super(platform, OPERATION);
        Stores stores = new Stores(platform);
        this.uploads = stores.uploads();
        this.data = stores.data();
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Supplier<UploadStore.Reference> upload = upload(request, input);
        Supplier<Preconditions> preconditions = preconditions(input);
        input.verify();

        return switch (uploads.complete(upload.get(), preconditions.get(), request.actor())) {
            case CompletionOutcome.Completed(Entry entry) -> ValueResponses.completed(entry);
            case CompletionOutcome.UploadNotFound _ ->
                data.exists(upload.get().namespace()) ? Problems.uploadNotFound() : Problems.appNotFound();
            case CompletionOutcome.BeingRemoved(var refusal) -> Problems.beingRemoved(refusal);
            case CompletionOutcome.NotUploaded _ ->
                HttpResponse.problem(
                        409, "NOT_UPLOADED", "Send the blob to the address of the upload first, with its headers.");
            case CompletionOutcome.OtherContent _ ->
                HttpResponse.problem(409, "UPLOAD_MISMATCH", "The uploaded object has another size or checksum.");
            case CompletionOutcome.PreconditionFailed(Optional<ETag> current) -> Problems.preconditionFailed(current);
        };
    }
}
