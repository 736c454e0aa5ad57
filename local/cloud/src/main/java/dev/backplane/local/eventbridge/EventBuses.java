package dev.backplane.local.eventbridge;

import dev.backplane.local.account.Account;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.TemplateException;
import dev.backplane.local.cloudformation.template.TemplateResource;
import dev.backplane.local.cloudwatch.LogGroups;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.lambda.Functions;
import dev.backplane.local.sqs.Queues;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/** The event buses: accept events, keep the latest and deliver them in order. */
public final class EventBuses implements AutoCloseable {

    static final String DEFAULT = "default";
    private static final int EVENTS_KEPT = 1_000;

    private final Map<String, EventBus> buses;
    private final Deque<BusEvent> events = new ArrayDeque<>();
    private final ExecutorService delivery = Executors.newSingleThreadExecutor(
            Thread.ofVirtual().name("event-delivery").factory());

    private final ExecutorService retries;
    private volatile Consumer<BusEvent> watcher = event -> {};

    private EventBuses(Map<String, EventBus> buses, ExecutorService retries) {
        this.buses = buses;
        this.retries = retries;
    }

    /** The dependencies of rule targets. */
    public record Context(Iam iam, LogGroups logs, Queues queues, Functions functions) {}

    /**
     * Creates buses and rules.
     *
     * @throws TemplateException if a rule names an unknown bus or target
     */
    public static EventBuses of(CloudTemplates templates, Context context) {
        Map<String, EventBus> buses = new HashMap<>();
        buses.put(DEFAULT, new EventBus());
        templates.ofType(EventBridgeKinds.BUS).forEach(bus -> buses.put(bus.ref(), new EventBus()));
        ExecutorService retries = Executors.newVirtualThreadPerTaskExecutor();
        EventDeliveries deliveries = new EventDeliveries(
                new EventTargets(context), new EventDelivery.Context(Clock.systemUTC(), Thread::sleep, retries));
        List<String> problems = new ArrayList<>();
        for (TemplateResource rule : templates.ofType(EventBridgeKinds.RULE)) {
            if (isEnabled(rule) && !rule.properties().has(EventBridgeKinds.SCHEDULE)) {
                addRule(rule, buses, deliveries, problems);
            }
        }
        if (!problems.isEmpty()) {
            throw new TemplateException(problems);
        }
        return new EventBuses(buses, retries);
    }

    static boolean isEnabled(TemplateResource rule) {
        return rule.properties().path("State").asText("ENABLED").equals("ENABLED");
    }

    private static void addRule(
            TemplateResource rule, Map<String, EventBus> buses, EventDeliveries deliveries, List<String> problems) {
        String busName = name(rule.properties().path("EventBusName").asText(DEFAULT));
        EventBus bus = buses.get(busName);
        if (bus == null) {
            problems.add(rule + ": there is no bus " + busName);
            return;
        }
        bus.addRule(rule.ref(), rule.properties().path("EventPattern").toString(), deliveries.of(rule, problems));
    }

    /** Returns the latest events of all buses, oldest first. */
    public List<BusEvent> events() {
        synchronized (events) {
            return List.copyOf(events);
        }
    }

    /** Passes every later event to a watcher before delivery. */
    public void watch(Consumer<BusEvent> consumer) {
        watcher = consumer;
    }

    boolean has(String bus) {
        return buses.containsKey(bus);
    }

    void publish(BusEvent event) {
        watcher.accept(event);
        synchronized (events) {
            events.add(event);
            if (events.size() > EVENTS_KEPT) {
                events.remove();
            }
        }
        EventBus bus = buses.get(event.bus());
        if (bus != null) {
            delivery.execute(() -> bus.deliver(event));
        }
    }

    /** Returns the bus name in a name or ARN. */
    static String name(String nameOrArn) {
        return nameOrArn.substring(nameOrArn.lastIndexOf('/') + 1);
    }

    static String arn(String name) {
        return Account.arn("events", "event-bus/" + name);
    }

    /** Delivers accepted events once and stops; pending retries are lost. */
    @Override
    public void close() {
        delivery.close();
        retries.shutdownNow();
    }
}
