package dev.backplane.tenants.testing;

import dev.backplane.tenants.testing.FakeAws.Answer;
import dev.backplane.testing.TestClock;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A fake of STS that issues sessions at given times. */
public final class FakeSessions {

    private final List<Map<String, String>> calls = new ArrayList<>();
    private final Deque<Instant> times = new ArrayDeque<>();
    private Runnable before = () -> {};

    /** Returns the parameters of the calls. */
    public synchronized List<Map<String, String>> calls() {
        return List.copyOf(calls);
    }

    /** Issues the next sessions at these times. */
    public synchronized void at(Instant... next) {
        times.addAll(List.of(next));
    }

    /** Runs an action right before the next session is issued. */
    public synchronized void before(Runnable work) {
        before = work;
    }

    synchronized Answer answer(String body) {
        Map<String, String> form = new HashMap<>();
        for (String entry : body.split("&", -1)) {
            String[] parts = entry.split("=", 2);
            form.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
        }
        Runnable work = before;
        before = () -> {};
        work.run();
        calls.add(form);
        Instant issued = times.isEmpty() ? TestClock.START : times.remove();
        Duration duration = Duration.ofSeconds(Long.parseLong(form.getOrDefault("DurationSeconds", "0")));
        return new Answer(
                200,
                "<AssumeRoleResponse><AccessKeyId>AKIA" + calls.size() + "</AccessKeyId>"
                        + "<SecretAccessKey>secret</SecretAccessKey><SessionToken>token</SessionToken><Expiration>"
                        + issued.plus(duration) + "</Expiration></AssumeRoleResponse>");
    }
}
