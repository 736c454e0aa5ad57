package dev.backplane.userdata.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.userdata.store.DataStore;
import dev.backplane.userdata.store.Stores;
import dev.backplane.userdata.store.UploadStore;
import java.util.function.Supplier;

/** Ends an upload that was not completed, and gives its bytes back. */
public final class DeleteUploadHandler extends UserdataHandler {

    public static final Operation OPERATION = Operation.of(
            "DeleteUpload", Scopes.USERS, "DELETE /userdata/apps/{app}/users/{user}/blob/{key}/uploads/{uploadId}");

    private final UploadStore uploads;
    private final DataStore data;

    public DeleteUploadHandler() {
        this(Platform.lambda());
    }

    public DeleteUploadHandler(Platform platform) {
        super(platform, OPERATION);
        Stores stores = new Stores(platform);
        this.uploads = stores.uploads();
        this.data = stores.data();
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Supplier<UploadStore.Reference> upload = upload(request, input);
        input.verify();

        return switch (uploads.remove(upload.get(), request.actor())) {
            case REMOVED -> HttpResponse.noContent();
            case NOT_FOUND ->
                data.exists(upload.get().namespace()) ? Problems.uploadNotFound() : Problems.appNotFound();
            case COMPLETED ->
                HttpResponse.problem(
                        409, "UPLOAD_COMPLETED", "The blob is stored already. Delete the blob instead of its upload.");
        };
    }
}
