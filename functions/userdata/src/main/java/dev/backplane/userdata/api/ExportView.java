package dev.backplane.userdata.api;

import dev.backplane.platform.Times;
import dev.backplane.userdata.Export;
import dev.backplane.userdata.store.ExportFiles;
import dev.backplane.userdata.workflow.JobRuns;
import io.avaje.jsonb.Json;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * An export as callers see it.
 *
 * @param link the address of the file, if there is only one
 * @param links the addresses of all files, in order
 */
@Json
record ExportView(
        String exportId,
        String status,
        long values,
        long bytes,
        @Nullable String link,
        @Nullable List<String> links,
        @Nullable String linkExpiresAt,
        String createdAt,
        String updatedAt,
        String expiresAt) {

    /** Returns the view of an export that was started. */
    static ExportView of(Export export) {
        return of(export, export.done() ? "done" : "running", null, null);
    }

    /** Returns the view of an export, with links if it is done. */
    static ExportView of(JobRuns.Found<Export> found, ExportFiles files, Instant now) {
        Export export = found.job();
        if (!export.done()) {
            return of(export, found.interrupted() ? "interrupted" : "running", null, null);
        }
        List<String> links = IntStream.rangeClosed(1, export.files())
                .mapToObj(number -> files.link(export, number).toString())
                .toList();
        return of(export, "done", links, now.plus(ExportFiles.LINK_VALIDITY));
    }

    private static ExportView of(
            Export export, String status, @Nullable List<String> links, @Nullable Instant linkExpiresAt) {
        return new ExportView(
                export.id().toString(),
                status,
                export.values(),
                export.bytes(),
                links != null && links.size() == 1 ? links.getFirst() : null,
                links,
                linkExpiresAt == null ? null : Times.format(linkExpiresAt),
                Times.format(export.createdAt()),
                Times.format(export.updatedAt()),
                Times.format(export.expiresAt()));
    }
}
