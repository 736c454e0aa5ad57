package dev.backplane.local.codebuild;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.TemplateResource;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The projects of the templates and their builds, in memory. */
public final class CodeBuild {

    private final Set<String> projects;
    private final InstantSource clock;
    private final BuildOutcome usual;
    private final List<Build> builds = new ArrayList<>();
    private final List<Planned> planned = new ArrayList<>();

    private record Planned(Predicate<Build> selector, Deque<BuildOutcome> outcomes) {}

    private CodeBuild(Set<String> projects, InstantSource clock, BuildOutcome usual) {
        this.projects = projects;
        this.clock = clock;
        this.usual = usual;
    }

    /**
     * Reads the projects.
     *
     * @param usual how builds end for which nothing else is planned
     */
    public static CodeBuild of(CloudTemplates templates, InstantSource clock, BuildOutcome usual) {
        Set<String> projects = templates.ofType(ProjectKind.TYPE).stream()
                .map(TemplateResource::ref)
                .collect(Collectors.toSet());
        return new CodeBuild(projects, clock, usual);
    }

    /** Plans the outcomes of the next builds that match, in this order. */
    public synchronized void plan(Predicate<Build> selector, BuildOutcome... outcomes) {
        planned.add(new Planned(selector, new ArrayDeque<>(Arrays.asList(outcomes))));
    }

    /** Returns all builds, oldest first. */
    public synchronized List<Build> builds() {
        return List.copyOf(builds);
    }

    synchronized boolean hasProject(String name) {
        return projects.contains(name);
    }

    /** Starts a build, or returns the one that was started with the same token. */
    synchronized Build start(String project, JsonNode request) {
        // https://docs.aws.amazon.com/codebuild/latest/APIReference/API_StartBuild.html
        String token = request.path("idempotencyToken").asText("");
        UUID id = token.isEmpty() ? UUID.randomUUID() : UUID.nameUUIDFromBytes(token.getBytes(StandardCharsets.UTF_8));
        Optional<Build> known = find(project + ":" + id);
        if (known.isPresent()) {
            return known.get();
        }
        JsonNode variables = request.path("environmentVariablesOverride");
        Build build = new Build(
                project + ":" + id,
                builds.size() + 1,
                variables.isArray() ? variables : JsonNodeFactory.instance.arrayNode(),
                clock);
        builds.add(build);
        build.run(planned.stream()
                .filter(plan -> !plan.outcomes().isEmpty() && plan.selector().test(build))
                .findFirst()
                .map(plan -> plan.outcomes().removeFirst())
                .orElse(usual));
        return build;
    }

    /** Returns the build with this id. */
    public synchronized Optional<Build> find(String id) {
        return builds.stream().filter(build -> build.id().equals(id)).findFirst();
    }
}
