package dev.backplane.local.s3;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AssetsTest {

    private static final S3Object TEMPLATE = new S3Object("assets-000000000000-us-east-1", "t.json");

    @TempDir
    private Path folder;

    @Test
    void read_findsAFileByWhereADeploymentWouldPutIt() throws IOException {
        Files.writeString(folder.resolve("asset.t.json"), "content");
        Files.createDirectory(folder.resolve("asset.code"));
        Files.writeString(folder.resolve("Test.assets.json"), """
                {"files": {
                  "t": {"source": {"path": "asset.t.json"}, "destinations": {"here": {
                    "bucketName": "assets-${AWS::AccountId}-${AWS::Region}", "objectKey": "t.json"}}},
                  "c": {"source": {"path": "asset.code"}, "destinations": {"here": {
                    "bucketName": "assets-${AWS::AccountId}-${AWS::Region}", "objectKey": "c.zip"}}}
                }}""");
        Assets assets = Assets.in(folder);

        assertThat(assets.read(TEMPLATE)).contains("content");
        assertThat(assets.read(new S3Object("assets-000000000000-us-east-1", "c.zip")))
                .isEmpty();
        assertThat(assets.read(new S3Object("other", "t.json"))).isEmpty();
        assets.put(TEMPLATE, "newer");
        assertThat(assets.read(TEMPLATE)).contains("newer");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://s3.us-east-1.amazonaws.com/assets-000000000000-us-east-1/t.json",
                "https://s3.amazonaws.com/assets-000000000000-us-east-1/t.json",
                "https://assets-000000000000-us-east-1.s3.us-east-1.amazonaws.com/t.json",
                "https://assets-000000000000-us-east-1.s3.amazonaws.com/t.json"
            })
    void at_readsEveryFormOfAnAddress(String url) {
        assertThat(S3Object.at(url)).contains(TEMPLATE);
        assertThat(TEMPLATE.arn()).isEqualTo("arn:aws:s3:::assets-000000000000-us-east-1/t.json");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://s3.amazonaws.com/bucket/key",
                "https://s3.amazonaws.com/bucket",
                "https://s3.eu-west-1.amazonaws.com/bucket/key",
                "https://example.com/bucket/key",
                "https://s3.amazonaws.com",
                "not an address"
            })
    void at_whenItIsNoObject_isNone(String url) {
        assertThat(S3Object.at(url)).isEmpty();
    }
}
