package dev.backplane.local.eventbridge;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.TemplateException;
import dev.backplane.local.cloudformation.template.TemplateResource;
import dev.backplane.local.time.Pause;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The scheduled rules, each with its own thread. */
public final class ScheduledRules implements AutoCloseable {

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

    private final List<ScheduledRule> rules;
    private final List<Thread> threads;
    private final ExecutorService retries;

    /** @param fire sends one event to the targets */
    record ScheduledRule(TemplateResource rule, Schedule schedule, Runnable fire) {}

    /** @param clock the real time */
    ScheduledRules(List<ScheduledRule> rules, InstantSource clock, Pause pause, ExecutorService retries) {
        this.rules = rules;
        this.retries = retries;
        this.threads = rules.stream()
                .map(rule -> Thread.ofVirtual()
                        .name("schedule-" + rule.rule().logicalId())
                        .unstarted(() -> run(rule, clock, pause)))
                .toList();
    }

    /**
     * Creates the scheduled rules.
     *
     * @param clock the time in events
     * @throws TemplateException if a rule names an unknown target
     */
    public static ScheduledRules of(CloudTemplates templates, EventBuses.Context context, InstantSource clock) {
        ExecutorService retries = Executors.newVirtualThreadPerTaskExecutor();
        EventDeliveries deliveries = new EventDeliveries(
                new EventTargets(context), new EventDelivery.Context(Clock.systemUTC(), Thread::sleep, retries));
        List<String> problems = new ArrayList<>();
        List<ScheduledRule> rules = new ArrayList<>();
        for (TemplateResource rule : templates.ofType(EventBridgeKinds.RULE)) {
            if (EventBuses.isEnabled(rule) && rule.properties().has(EventBridgeKinds.SCHEDULE)) {
                List<EventDelivery> targets = deliveries.of(rule, problems);
                Schedule schedule = Schedule.parse(
                        rule.properties().path(EventBridgeKinds.SCHEDULE).asText());
                rules.add(new ScheduledRule(rule, schedule, () -> fire(rule, targets, clock.instant())));
            }
        }
        if (!problems.isEmpty()) {
            throw new TemplateException(problems);
        }
        return new ScheduledRules(rules, Clock.systemUTC(), Thread::sleep, retries);
    }

    private static void fire(TemplateResource rule, List<EventDelivery> targets, Instant time) {
        BusEvent event = ServiceEvents.event(
                time, "aws.events", "Scheduled Event", List.of(rule.arn()), JsonNodeFactory.instance.objectNode());
        targets.forEach(target -> target.deliver(event));
    }

    /** Starts the schedules. */
    public void start() {
        threads.forEach(Thread::start);
    }

    /**
     * Fires a rule immediately.
     *
     * @param name part of the rule name
     */
    public void fire(String name) {
        List<ScheduledRule> meant =
                rules.stream().filter(rule -> rule.rule().ref().contains(name)).toList();
        if (meant.isEmpty()) {
            throw new IllegalArgumentException("there is no rule " + name + " with a schedule");
        }
        meant.forEach(rule -> rule.fire().run());
    }

    private static void run(ScheduledRule rule, InstantSource clock, Pause pause) {
        try {
            Instant due = rule.schedule().next(clock.instant());
            while (true) {
                pause.sleep(until(due, clock));
                rule.fire().run();
                // After the machine slept, missed events are not repeated.
                Instant next = rule.schedule().next(due);
                due = next.isAfter(clock.instant()) ? next : rule.schedule().next(clock.instant());
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static Duration until(Instant due, InstantSource clock) {
        Duration left = Duration.between(clock.instant(), due);
        return left.isNegative() ? Duration.ZERO : left;
    }

    @Override
    public void close() {
        retries.shutdownNow();
        threads.forEach(Thread::interrupt);
        try {
            for (Thread thread : threads) {
                if (thread.isAlive()) {
                    thread.join(STOP_TIMEOUT);
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
