package dev.backplane.local.bus;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.account.Account;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.logs.Logs;
import dev.backplane.local.template.CloudTemplates;
import dev.backplane.local.template.Resource;
import dev.backplane.local.template.TemplateException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The buses of the templates: takes events, remembers the last ones, and delivers them in order. */
public final class EventBuses implements AutoCloseable {
    static final String DEFAULT = "default";
    private static final int EVENTS_KEPT = 1_000;

    private final Map<String, Bus> buses;
    private final Deque<BusEvent> events = new ArrayDeque<>();
    private final ExecutorService delivery = Executors.newSingleThreadExecutor(
            Thread.ofVirtual().name("event-delivery").factory());

    private EventBuses(Map<String, Bus> buses) {
        this.buses = buses;
    }

    /**
     * Builds buses and rules.
     *
     * @throws TemplateException when a rule names a bus or a target that the local cloud does not have
     */
    public static EventBuses of(CloudTemplates templates, Iam iam, Logs logs) {
        Map<String, Bus> buses = new HashMap<>();
        buses.put(DEFAULT, new Bus());
        templates.ofType(BusKinds.BUS).forEach(bus -> buses.put(bus.ref(), new Bus()));
        Targets targets = new Targets(iam, logs);
        List<String> problems = new ArrayList<>();
        for (Resource rule : templates.ofType(BusKinds.RULE)) {
            if (rule.properties().path("State").asText("ENABLED").equals("ENABLED")) {
                addRule(rule, buses, targets, problems);
            }
        }
        if (!problems.isEmpty()) {
            throw new TemplateException(problems);
        }
        return new EventBuses(buses);
    }

    private static void addRule(Resource rule, Map<String, Bus> buses, Targets targets, List<String> problems) {
        String busName = name(rule.properties().path("EventBusName").asText(DEFAULT));
        Bus bus = buses.get(busName);
        if (bus == null) {
            problems.add(rule + ": there is no bus " + busName);
            return;
        }
        List<Target> found = new ArrayList<>();
        for (JsonNode target : rule.properties().path("Targets")) {
            String arn = target.path("Arn").asText();
            targets.find(rule, arn)
                    .ifPresentOrElse(
                            found::add,
                            () -> problems.add(rule + ": target " + arn + " is not known to the local cloud"));
        }
        bus.addRule(rule.ref(), rule.properties().path("EventPattern").toString(), found);
    }

    /** The last events of all buses, oldest first. */
    public List<BusEvent> events() {
        synchronized (events) {
            return List.copyOf(events);
        }
    }

    boolean has(String bus) {
        return buses.containsKey(bus);
    }

    void publish(BusEvent event) {
        synchronized (events) {
            events.add(event);
            if (events.size() > EVENTS_KEPT) {
                events.remove();
            }
        }
        Bus bus = buses.get(event.bus());
        if (bus != null) {
            delivery.execute(() -> bus.deliver(event));
        }
    }

    /** The name of a bus, which calls and rules may give as an ARN. */
    static String name(String nameOrArn) {
        return nameOrArn.substring(nameOrArn.lastIndexOf('/') + 1);
    }

    static String arn(String name) {
        return Account.arn("events", "event-bus/" + name);
    }

    /** Delivers what was accepted, then stops. */
    @Override
    public void close() {
        delivery.close();
    }
}
