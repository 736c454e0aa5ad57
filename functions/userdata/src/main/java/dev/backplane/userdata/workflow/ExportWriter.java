package dev.backplane.userdata.workflow;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.json.Json;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Entry;
import dev.backplane.userdata.Export;
import dev.backplane.userdata.ExportPosition;
import dev.backplane.userdata.ExportPosition.Store;
import dev.backplane.userdata.Stored;
import dev.backplane.userdata.UploadId;
import dev.backplane.userdata.UserApp;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.store.DataStore;
import dev.backplane.userdata.store.ExportFiles;
import dev.backplane.userdata.store.ExportStore;
import dev.backplane.userdata.store.UsageStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes the values of a user as JSON lines into files of limited size.
 *
 * <p>Only one page of values and one compressed file are in memory. The position is stored with each file, so that the
 * next invocation continues there.
 */
final class ExportWriter {

    /** The size at which a file ends; the last page may exceed it. */
    static final int FILE_BYTES = 8 * 1024 * 1024;

    private static final int PAGE = 100;

    private final ExportStore exports;
    private final ExportFiles files;
    private final DataStore data;
    private final UsageStore usage;

    ExportWriter(ExportStore exports, ExportFiles files, DataStore data, UsageStore usage) {
        this.exports = exports;
        this.files = files;
        this.data = data;
        this.usage = usage;
    }

    /** Writes files as long as there is time; returns empty if the export was erased or taken over. */
    Optional<Export> write(Export export, BooleanSupplier hasTime) {
        Optional<Export> current = Optional.of(export);
        while (current.isPresent() && !current.get().done() && hasTime.getAsBoolean()) {
            current = writeFile(current.get(), hasTime);
        }
        return current;
    }

    private Optional<Export> writeFile(Export export, BooleanSupplier hasTime) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        Optional<ExportPosition> position = export.position().or(() -> first(export.user()));
        long values = 0;
        try (GZIPOutputStream zip = new GZIPOutputStream(content, true)) {
            while (position.isPresent() && content.size() < FILE_BYTES && hasTime.getAsBoolean()) {
                ExportPosition at = position.get();
                Page<Stored, DataKey> page = data.query(at.of(export.user()), "", PAGE, at.after());
                for (Stored stored : page.items()) {
                    zip.write(line(at, stored).getBytes(StandardCharsets.UTF_8));
                    values++;
                }
                zip.flush();
                position = page.next().map(at::after).or(() -> next(export.user(), at));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        files.write(export, content.toByteArray());
        return exports.addFile(export, values, content.size(), position);
    }

    private Optional<ExportPosition> first(UserId user) {
        return Optional.of(ofApp(user, Optional.empty()));
    }

    private Optional<ExportPosition> next(UserId user, ExportPosition at) {
        return switch (at.store()) {
            case JSON -> Optional.of(ExportPosition.begin(Store.BLOB, at.app()));
            case BLOB -> Optional.of(ofApp(user, at.app()));
            case CONTENT -> Optional.of(ExportPosition.begin(Store.CB, Optional.empty()));
            case CB -> Optional.empty();
        };
    }

    /** Returns the begin of the next app with data of the user, or else of the content. */
    private ExportPosition ofApp(UserId user, Optional<AppName> after) {
        return usage.listApps(user, Optional.empty(), 1, after).items().stream()
                .map(UserApp::app)
                .map(app -> ExportPosition.begin(Store.JSON, Optional.of(app)))
                .findFirst()
                .orElseGet(() -> ExportPosition.begin(Store.CONTENT, Optional.empty()));
    }

    private static String line(ExportPosition at, Stored stored) {
        Entry entry = stored.entry();
        Line line = new Line(
                at.store().value(),
                at.app().map(AppName::value).orElse(null),
                entry.key().value(),
                entry.version().toString(),
                Times.format(entry.createdAt()),
                Times.format(entry.updatedAt()),
                entry.expiresAt().map(Times::format).orElse(null),
                entry.contentType().orElse(null));
        return Json.write(line, value(stored)) + "\n";
    }

    /** Returns the member with a value; a large blob has the id of its object. */
    private static Map<String, String> value(Stored stored) {
        Optional<UploadId> object = stored.entry().object();
        if (object.isPresent()) {
            return Map.of("object", new Text(object.get().value()).compact());
        }
        return stored.entry().contentType().isPresent()
                ? Map.of(
                        "base64",
                        new Text(Base64.getEncoder()
                                        .encodeToString(stored.payload().bytes()))
                                .compact())
                : Map.of("value", stored.payload().text());
    }

    /** The metadata of a value in an export. */
    @io.avaje.jsonb.Json
    record Line(
            String store,
            @Nullable String app,
            String key,
            String version,
            String createdAt,
            String updatedAt,
            @Nullable String expiresAt,
            @Nullable String contentType) {}
}
