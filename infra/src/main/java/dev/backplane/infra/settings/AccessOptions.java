package dev.backplane.infra.settings;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How a stage reaches the accounts of its pool.
 *
 * @param accessRole the name of the role that people use, in every account
 * @param revocationRole the name of the role that revokes sessions, in every account
 * @param externalId what the trust policies of the roles ask for
 */
public record AccessOptions(String accessRole, String revocationRole, String externalId) {

    static final List<String> NAMES = List.of("poolAccessRole", "poolRevocationRole", "poolExternalId");

    // https://docs.aws.amazon.com/IAM/latest/APIReference/API_CreateRole.html
    private static final Pattern ROLE = Pattern.compile("[A-Za-z0-9_+=,.@-]{1,64}");
    private static final Pattern EXTERNAL_ID = Pattern.compile("[A-Za-z0-9_+=,.@:/-]{2,1224}");

    static Optional<AccessOptions> read(ContextReader reader) {
        Optional<String> access = reader.text("poolAccessRole", ROLE);
        Optional<String> revocation = reader.text("poolRevocationRole", ROLE);
        Optional<String> externalId = reader.text("poolExternalId", EXTERNAL_ID);
        if (NAMES.stream().noneMatch(reader::has)) {
            return Optional.empty();
        }
        NAMES.forEach(name -> reader.require(reader.has(name), name, "is missing; access needs all of " + NAMES));
        reader.require(access.isEmpty() || !access.equals(revocation), "poolRevocationRole", "must be another role");
        // The values are used only if no problem was found.
        return Optional.of(new AccessOptions(access.orElse(""), revocation.orElse(""), externalId.orElse("")));
    }
}
