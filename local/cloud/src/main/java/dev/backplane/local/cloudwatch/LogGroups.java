package dev.backplane.local.cloudwatch;

import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.TemplateResource;
import dev.backplane.local.iam.AccessRequest;
import dev.backplane.local.iam.Denial;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** The log groups with their latest lines. */
public final class LogGroups {

    private static final int LINES_KEPT = 1_000;

    private final Map<String, Deque<LogEvent>> groups = new HashMap<>();
    private final Clock clock;
    private final Consumer<LogEvent> tail;

    public LogGroups(CloudTemplates templates, Clock clock, Consumer<LogEvent> tail) {
        this.clock = clock;
        this.tail = tail;
        templates.ofType(LogGroupKind.TYPE).stream()
                .map(TemplateResource::ref)
                .forEach(name -> groups.put(name, new ArrayDeque<>()));
    }

    public boolean has(String group) {
        return groups.containsKey(group);
    }

    /** Returns the names of all groups. */
    public List<String> names() {
        return groups.keySet().stream().sorted().toList();
    }

    /** Returns the latest lines of a group, oldest first. */
    public List<LogEvent> lines(String group) {
        Deque<LogEvent> lines = groups.get(group);
        if (lines == null) {
            return List.of();
        }
        synchronized (lines) {
            return List.copyOf(lines);
        }
    }

    /**
     * Opens a stream of a group for one writer.
     *
     * @param check checks IAM for the writer; denied lines are dropped silently, as on AWS
     */
    public Consumer<String> open(String group, String stream, Function<AccessRequest, Optional<Denial>> check) {
        Deque<LogEvent> lines = groups.get(group);
        String arn = LogGroupKind.arn(group) + ":log-stream:" + stream;
        if (lines == null
                || check.apply(new AccessRequest("logs:CreateLogStream", arn)).isPresent()) {
            return line -> {};
        }
        AccessRequest write = new AccessRequest("logs:PutLogEvents", arn);
        return message -> {
            if (check.apply(write).isEmpty()) {
                add(lines, new LogEvent(group, stream, clock.instant(), message));
            }
        };
    }

    private void add(Deque<LogEvent> lines, LogEvent line) {
        synchronized (lines) {
            lines.add(line);
            if (lines.size() > LINES_KEPT) {
                lines.remove();
            }
        }
        tail.accept(line);
    }
}
