package dev.backplane.infra.constructs;

import java.util.List;

/**
 * What the dashboard shows of a service.
 *
 * @param followers the functions that read a stream
 * @param failures the queues of what was given up, besides the dead letters of the rules' queues
 * @param alarms the names of the service's alarms
 */
public record Watched(
        Service service,
        ServiceApi api,
        List<ServiceFunction> followers,
        List<QueueRule> rules,
        List<FailureQueue> failures,
        List<String> alarms) {

    public Watched {
        followers = List.copyOf(followers);
        rules = List.copyOf(rules);
        failures = List.copyOf(failures);
        alarms = List.copyOf(alarms);
    }
}
