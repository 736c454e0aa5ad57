package dev.backplane.userdata.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Upload;
import dev.backplane.userdata.UploadOutcome;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.store.BlobObjects;
import dev.backplane.userdata.store.Stores;
import dev.backplane.userdata.store.UploadStore;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Reserves the bytes of a large blob, and returns the address to which a client sends it. */
public final class CreateUploadHandler extends UserdataHandler {

    public static final Operation OPERATION =
            Operation.of("CreateUpload", Scopes.USERS, "POST /userdata/apps/{app}/users/{user}/blob/{key}/uploads");

    private final UploadStore uploads;
    private final BlobObjects objects;
    private final Duration uploadTime;

    public CreateUploadHandler() {
        this(Platform.lambda());
    }

    public CreateUploadHandler(Platform platform) {
        super(platform, OPERATION);
        Stores stores = new Stores(platform);
        this.uploads = stores.uploads();
        this.objects = stores.objects();
        this.uploadTime = stores.uploadTime();
    }

    @Override
    HttpResponse handle(HttpRequest request, Input input) {
        Supplier<AppName> app = app(input);
        Supplier<UserId> user = user(request, input);
        Supplier<DataKey> key = key(input);
        Supplier<Integer> size = input.body("size", Fields.UPLOAD_BYTES);
        Supplier<String> type = input.body("contentType", Fields.CONTENT_TYPE);
        Supplier<String> sha256 = input.body("sha256", Fields.SHA256);
        Supplier<Optional<Duration>> lifetime = input.optionalBody("ttlSeconds", Fields.UPLOAD_LIFETIME);
        input.verify();

        if (size.get() > Upload.MAX_BYTES) {
            return Problems.valueTooLarge(Upload.MAX_BYTES, size.get());
        }
        UploadOutcome outcome = uploads.create(new Upload.Request(
                app.get(),
                user.get(),
                key.get(),
                new Upload.Content(size.get(), type.get(), sha256.get()),
                lifetime.get(),
                request.actor()));
        return switch (outcome) {
            case UploadOutcome.Created(Upload upload) ->
                HttpResponse.created(
                        "/userdata/apps/%s/users/%s/blob/%s/uploads/%s"
                                .formatted(app.get(), request.path("user").orElseThrow(), key.get(), upload.id()),
                        UploadView.of(upload, objects.uploadUrl(upload, uploadTime), objects.uploadHeaders(upload)));
            case UploadOutcome.AppNotFound _ -> Problems.appNotFound();
            case UploadOutcome.BeingRemoved(var refusal) -> Problems.beingRemoved(refusal);
            case UploadOutcome.QuotaExceeded(var check) -> Problems.quotaExceeded(check);
        };
    }
}
