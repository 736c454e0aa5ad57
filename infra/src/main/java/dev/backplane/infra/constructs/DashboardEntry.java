package dev.backplane.infra.constructs;

import java.util.List;

/**
 * The parts of a service that the dashboard shows.
 *
 * @param streamReaders the functions that read a stream
 * @param failures the failure queues, without the dead-letter queues of work queues
 * @param alarms the names of the service's alarms
 */
public record DashboardEntry(
        Service service,
        ServiceApi api,
        List<ServiceFunction> streamReaders,
        List<QueueRule> rules,
        List<FailureQueue> failures,
        List<String> alarms) {

    public DashboardEntry {
        streamReaders = List.copyOf(streamReaders);
        rules = List.copyOf(rules);
        failures = List.copyOf(failures);
        alarms = List.copyOf(alarms);
    }
}
