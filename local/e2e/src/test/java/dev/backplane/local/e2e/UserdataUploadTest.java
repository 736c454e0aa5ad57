package dev.backplane.local.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.local.e2e.Api.Answer;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.http.HttpResponse;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Large blobs over HTTP, with the presigned URLs of the local S3. */
class UserdataUploadTest {

    private static final int MEGABYTE = 1024 * 1024;

    @RegisterExtension
    static final Suite SUITE = new Suite();

    private Api api;
    private String app;
    private String ann;
    private byte[] content;

    @BeforeEach
    void open() {
        api = SUITE.api();
        app = "app-" + UUID.randomUUID();
        ann = "/userdata/apps/" + app + "/users/ann";
        content = new byte[MEGABYTE];
        new Random(1).nextBytes(content);
        assertThat(api.post("/userdata/apps", "{\"name\":\"" + app + "\",\"quotaBytes\":" + 101 * MEGABYTE + "}")
                        .status())
                .isEqualTo(201);
    }

    private String reserved() {
        return api.get(ann + "/quota").at("reservedBytes");
    }

    @Test
    void blob_isReadAsItWasUploaded() {
        String upload = Uploads.sent(api, ann + "/blob/film", content);
        assertThat(reserved()).isEqualTo(Integer.toString(MEGABYTE + 4));

        Answer completed = api.post(upload + "/complete", "");

        assertThat(completed.status()).as(completed.text()).isEqualTo(200);
        assertThat(api.post(upload + "/complete", "").text()).isEqualTo(completed.text());
        assertThat(reserved()).isEqualTo("0");
        Answer link = api.get(ann + "/blob/film?link=true");
        HttpResponse<byte[]> read = Uploads.read(link.at("url"));
        assertThat(read.body()).isEqualTo(content);
        assertThat(read.headers().firstValue("content-type")).contains("image/png");
        Answer redirect = api.get(ann + "/blob/film");
        assertThat(redirect.status()).isEqualTo(302);
        assertThat(Uploads.read(redirect.header("location").orElseThrow()).body())
                .isEqualTo(content);
        assertThat(api.send("HEAD", ann + "/blob/film", null).status()).isEqualTo(200);
        assertThat(api.with("If-None-Match", redirect.header("etag").orElseThrow())
                        .get(ann + "/blob/film")
                        .status())
                .isEqualTo(304);
    }

    @Test
    void url_takesOnlyWhatWasAnnounced_andOnlyOnce() {
        Answer created = Uploads.create(api, ann + "/blob/film", content);
        byte[] other = content.clone();
        other[0]++;

        assertThat(Uploads.send(created, new byte[MEGABYTE - 1]).statusCode()).isEqualTo(403);
        assertThat(Uploads.send(created, other).statusCode()).isEqualTo(400);
        String complete = ann + "/blob/film/uploads/" + created.at("uploadId") + "/complete";
        assertThat(api.post(complete, "").code()).isEqualTo("NOT_UPLOADED");
        assertThat(Uploads.send(created, content).statusCode()).isEqualTo(200);
        assertThat(Uploads.send(created, content).statusCode()).isEqualTo(412);
        assertThat(api.post(complete, "").status()).isEqualTo(200);
    }

    @Test
    void upload_ofAnotherUser_isNotFound_andOfTheirOwnTokenRefused() {
        String upload = Uploads.sent(api, ann + "/blob/film", content);

        assertThat(api.post(upload.replace("/users/ann/", "/users/bob/") + "/complete", "")
                        .code())
                .isEqualTo("UPLOAD_NOT_FOUND");
        Api bob = SUITE.api().withScope("backplane/userdata.self", "bob");
        assertThat(bob.post(upload + "/complete", "").status()).isEqualTo(403);
        assertThat(bob.delete(upload).status()).isEqualTo(403);
        assertThat(reserved()).isEqualTo(Integer.toString(MEGABYTE + 4));
        assertThat(api.delete(upload).status()).isEqualTo(204);
        assertThat(reserved()).isEqualTo("0");
    }

    @Test
    void expiredUpload_isGivenBack_andItsObjectDeleted() {
        String upload = Uploads.sent(api, ann + "/blob/film", content);
        ExpiredValues.expire(SUITE.server(), app + "#ann");

        assertThat(api.post(upload + "/complete", "").code()).isEqualTo("UPLOAD_NOT_FOUND");
        SUITE.server().cloud().schedules().fire("ValueExpirer");
        Suite.await(this::reserved, "0"::equals);
    }

    /** The heap may not grow with the blob: neither the functions nor S3 hold it in memory. */
    @Test
    void blobOf100Mebibytes_isStreamed() {
        int blocks = 100;
        Answer created =
                api.post(ann + "/blob/film/uploads", Uploads.body(blocks * (long) MEGABYTE, sha256OfBlocks(blocks)));
        assertThat(created.status()).as(created.text()).isEqualTo(201);

        assertThat(Uploads.send(created, () -> blocks(blocks), blocks * (long) MEGABYTE)
                        .statusCode())
                .isEqualTo(200);
        assertThat(api.post(ann + "/blob/film/uploads/" + created.at("uploadId") + "/complete", "")
                        .status())
                .isEqualTo(200);
        assertThat(Uploads.sizeOf(api.get(ann + "/blob/film?link=true").at("url")))
                .isEqualTo(blocks * (long) MEGABYTE);
    }

    private InputStream blocks(int count) {
        return new SequenceInputStream(Collections.enumeration(IntStream.range(0, count)
                .mapToObj(_ -> new ByteArrayInputStream(content))
                .toList()));
    }

    private String sha256OfBlocks(int count) {
        var digest = Uploads.digest();
        for (int i = 0; i < count; i++) {
            digest.update(content);
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
