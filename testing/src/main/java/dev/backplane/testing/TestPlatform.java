package dev.backplane.testing;

import dev.backplane.platform.Ids;
import dev.backplane.platform.Platform;
import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.settings.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.regions.Region;

/** A platform for tests, with a manual clock, random ids and recorded log lines. */
public final class TestPlatform {

    private final Map<String, String> settings;
    private final AwsConnection aws;
    private final TestClock clock;
    private final List<String> lines;

    private TestPlatform(Map<String, String> settings, AwsConnection aws, TestClock clock, List<String> lines) {
        this.settings = Map.copyOf(settings);
        this.aws = aws;
        this.clock = clock;
        this.lines = lines;
    }

    public TestPlatform(Map<String, String> settings, AwsConnection aws) {
        this(settings, aws, new TestClock(), new CopyOnWriteArrayList<>());
    }

    /** Returns a platform without AWS; each call fails. */
    public static TestPlatform withoutAws() {
        return over(new Unreachable());
    }

    /** Returns a platform whose calls to AWS use an HTTP client. */
    public static TestPlatform over(SdkHttpClient http) {
        return new TestPlatform(
                Map.of(),
                new AwsConnection(http, AnonymousCredentialsProvider.create(), Region.US_EAST_1, Optional.empty()));
    }

    /** Returns a platform with the same clock and log and one more setting. */
    public TestPlatform with(String setting, String value) {
        Map<String, String> more = new HashMap<>(settings);
        more.put(setting, value);
        return new TestPlatform(more, aws, clock, lines);
    }

    /** Returns the platform for the code under test. */
    public Platform platform() {
        return platform(Ids.random());
    }

    /** Returns the platform for the code under test, with the given ids. */
    public Platform platform(Ids ids) {
        return new Platform(Settings.of(settings), aws, clock, ids, lines::add);
    }

    /** Returns the clock of all platforms created here. */
    public TestClock clock() {
        return clock;
    }

    /** Returns the log lines written so far. */
    public List<String> lines() {
        return List.copyOf(lines);
    }
}
