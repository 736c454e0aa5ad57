package dev.backplane.infra;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.backplane.infra.constructs.Grant;
import dev.backplane.infra.constructs.Service;
import dev.backplane.infra.constructs.StageProject;
import dev.backplane.infra.settings.AccessOptions;
import dev.backplane.infra.settings.CleaningOptions;
import dev.backplane.pool.workflow.CleanupStateMachine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awscdk.Aws;
import software.constructs.Construct;

/**
 * The project that cleans accounts with aws-nuke, from an image that the operator names.
 *
 * <p>The configuration of aws-nuke is JSON, which is also YAML (https://aws-nuke.ekristen.dev/config). Its block list has
 * the account of the suite. The roles that the suite uses in an account are always kept.
 */
final class CleanerProject {

    private static final String ACCOUNT = "THE_ACCOUNT";
    private static final Pattern PRIVATE_IMAGE =
            Pattern.compile("(\\d{12})\\.dkr\\.ecr\\.([a-z0-9-]+)\\.amazonaws\\.com(?:\\.cn)?/([^:@]+).*");

    private CleanerProject() {}

    /** Creates the project. */
    static StageProject create(Construct scope, Service service, CleaningOptions options, String image) {
        StageProject project = new StageProject(
                scope,
                service,
                new StageProject.Build(
                        "account-cleaner",
                        image,
                        options.minutes(),
                        Map.of(
                                "CLEANER_ROLE",
                                options.role(),
                                "NUKE_CONFIG",
                                configuration(options, service.stage().pool().access())),
                        commands(options)));
        project.allowPattern(
                Grant.on("arn:" + Aws.PARTITION + ":iam::*:role/" + options.role(), "sts:AssumeRole"),
                "The accounts of the pool are only known at run time.");
        Matcher repository = PRIVATE_IMAGE.matcher(image);
        if (repository.matches()) {
            project.allowPattern(
                    Grant.on("*", "ecr:GetAuthorizationToken"), "This action cannot be limited to a resource.");
            project.allow(Grant.on(
                    "arn:" + Aws.PARTITION + ":ecr:" + repository.group(2) + ":" + repository.group(1) + ":repository/"
                            + repository.group(3),
                    "ecr:BatchGetImage",
                    "ecr:GetDownloadUrlForLayer"));
        }
        return project;
    }

    /** Returns the commands. A dry run fails, because the account is not clean afterwards. */
    private static List<String> commands(CleaningOptions options) {
        String account = "$" + CleanupStateMachine.ACCOUNT_VARIABLE;
        List<String> commands = new ArrayList<>();
        commands.add("printf '%s' \"$NUKE_CONFIG\" | sed \"s/" + ACCOUNT + "/" + account + "/g\" > /tmp/nuke.yaml");
        commands.add(
                "aws-nuke run --config /tmp/nuke.yaml --assume-role-arn \"arn:" + Aws.PARTITION + ":iam::" + account
                        + ":role/$CLEANER_ROLE\" --no-alias-check --force --force-sleep 3"
                        + (options.dryRun() ? "" : " --no-dry-run"));
        if (options.dryRun()) {
            commands.add("echo 'This was a dry run: nothing was deleted, so the account is not clean.'; exit 1");
        }
        return commands;
    }

    private static String configuration(CleaningOptions options, Optional<AccessOptions> access) {
        Map<String, List<Map<String, String>>> filters = new TreeMap<>();
        keep(filters, "IAMRole", options.role());
        access.ifPresent(roles -> {
            keep(filters, "IAMRole", roles.accessRole());
            keep(filters, "IAMRole", roles.revocationRole());
        });
        for (String kept : options.protect()) {
            int slash = kept.indexOf('/');
            keep(filters, kept.substring(0, slash), kept.substring(slash + 1));
        }
        Map<String, Object> configuration = new TreeMap<>();
        configuration.put("accounts", Map.of(ACCOUNT, Map.of("filters", filters)));
        configuration.put("blocklist", List.of(Aws.ACCOUNT_ID));
        configuration.put("bypass-alias-check-accounts", List.of(ACCOUNT));
        configuration.put("regions", options.regions());
        try {
            return new JsonMapper().writeValueAsString(configuration);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void keep(Map<String, List<Map<String, String>>> filters, String type, String pattern) {
        filters.computeIfAbsent(type, _ -> new ArrayList<>()).add(glob(pattern));
        if (type.equals("IAMRole")) {
            // Otherwise the role would remain without its permissions.
            filters.computeIfAbsent("IAMRolePolicy", _ -> new ArrayList<>()).add(glob(pattern + " -> *"));
            filters.computeIfAbsent("IAMRolePolicyAttachment", _ -> new ArrayList<>())
                    .add(glob(pattern + " -> *"));
        }
    }

    private static Map<String, String> glob(String pattern) {
        return new TreeMap<>(Map.of("type", "glob", "value", pattern));
    }
}
