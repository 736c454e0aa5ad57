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

/** A platform under a test's control: its clock is set by hand, its ids are random, its log lines are kept. */
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

    /** Returns a platform of a function that calls no service; each call fails. */
    public static TestPlatform withoutAws() {
        return over(new Unreachable());
    }

    /** Returns a platform whose calls to AWS all go to an HTTP client. */
    public static TestPlatform over(SdkHttpClient http) {
        return new TestPlatform(
                Map.of(),
                new AwsConnection(http, AnonymousCredentialsProvider.create(), Region.US_EAST_1, Optional.empty()));
    }

    /** Returns a platform like this one, of the same clock and log, with one more setting. */
    public TestPlatform with(String setting, String value) {
        Map<String, String> more = new HashMap<>(settings);
        more.put(setting, value);
        return new TestPlatform(more, aws, clock, lines);
    }

    /** Returns what the code under test is given. */
    public Platform platform() {
        return platform(Ids.random());
    }

    /** Returns what the code under test is given, with ids of the test's choice. */
    public Platform platform(Ids ids) {
        return new Platform(Settings.of(settings), aws, clock, ids, lines::add);
    }

    /** Returns the clock of every platform made here. */
    public TestClock clock() {
        return clock;
    }

    /** Returns the log lines written so far. */
    public List<String> lines() {
        return List.copyOf(lines);
    }
}
