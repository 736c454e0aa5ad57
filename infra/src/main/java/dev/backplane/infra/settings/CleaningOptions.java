package dev.backplane.infra.settings;

import dev.backplane.pool.PoolSettings;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How a stage cleans the accounts of its pool; neither a project nor an image means that others do.
 *
 * @param project the name of the operator's own CodeBuild project
 * @param image the image with aws-nuke, for a project of the stage
 * @param regions the regions in which the project of the stage deletes resources
 * @param protect the resources that it keeps, as type and pattern, such as {@code IAMRole/Audit*}
 * @param dryRun whether it only lists what it would delete
 * @param role the name of the role in the accounts of the pool that it uses
 * @param minutes the longest duration of a build
 */
public record CleaningOptions(
        Optional<String> project,
        Optional<String> image,
        List<String> regions,
        List<String> protect,
        boolean dryRun,
        String role,
        int minutes) {

    private static final Pattern PROJECT = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{1,149}");
    private static final Pattern IMAGE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/:@-]{2,255}");
    private static final Pattern REGION = Pattern.compile("global|[a-z]{2,4}(-[a-z]{2,20}){1,3}-[0-9]{1,2}");
    private static final Pattern KEPT = Pattern.compile("[A-Za-z0-9]{1,100}/[A-Za-z0-9_.:*/@+=-]{1,200}");
    private static final Pattern ROLE = Pattern.compile("[A-Za-z0-9_+=,.@-]{1,64}");
    private static final Pattern FLAG = Pattern.compile("true|false");
    private static final int DEFAULT_MINUTES = 60;

    public CleaningOptions {
        regions = List.copyOf(regions);
        protect = List.copyOf(protect);
    }

    static CleaningOptions read(ContextReader reader) {
        CleaningOptions options = new CleaningOptions(
                reader.text("cleanupProject", PROJECT),
                reader.text("cleanupImage", IMAGE),
                texts(reader, "cleanupRegions", REGION),
                texts(reader, "cleanupProtect", KEPT),
                reader.text("cleanupDryRun", FLAG).filter("false"::equals).isEmpty(),
                reader.text("cleanupRoleName", ROLE).orElse("BackplaneCleaner"),
                reader.within("cleanupMinutes", 5, 480).orElse(DEFAULT_MINUTES));
        reader.require(
                options.project().isEmpty() || options.image().isEmpty(),
                "cleanupImage",
                "cannot be combined with cleanupProject");
        reader.require(
                options.image().isEmpty() || !options.regions().isEmpty(),
                "cleanupRegions",
                "is missing; it is required with cleanupImage");
        return options;
    }

    private static List<String> texts(ContextReader reader, String name, Pattern pattern) {
        List<String> texts = reader.texts(name);
        reader.require(
                texts.stream().allMatch(text -> pattern.matcher(text).matches()), name, "must each match " + pattern);
        return texts;
    }

    /** Returns whether the stage cleans accounts itself. */
    public boolean enabled() {
        return project.isPresent() || image.isPresent();
    }

    /** Requires that the number of attempts is one that the state machine can make. */
    void check(ContextReader reader, Optional<Integer> tries) {
        reader.require(
                !enabled() || tries.orElse(0) <= PoolSettings.MAX_AUTOMATIC_TRIES,
                "cleanupTries",
                "must be at most " + PoolSettings.MAX_AUTOMATIC_TRIES + " if the stage cleans accounts itself");
    }
}
