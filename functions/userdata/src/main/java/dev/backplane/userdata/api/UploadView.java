package dev.backplane.userdata.api;

import dev.backplane.platform.Times;
import dev.backplane.userdata.Upload;
import io.avaje.jsonb.Json;
import java.net.URI;
import java.util.Map;

/**
 * An upload, as callers see it.
 *
 * @param url the address to which the blob is sent with PUT
 * @param headers the headers that the request must have
 */
@Json
record UploadView(String uploadId, String url, Map<String, String> headers, String expiresAt) {

    static UploadView of(Upload upload, URI url, Map<String, String> headers) {
        return new UploadView(upload.id().value(), url.toString(), headers, Times.format(upload.expiresAt()));
    }
}
