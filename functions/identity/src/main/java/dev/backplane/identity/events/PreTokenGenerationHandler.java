package dev.backplane.identity.events;

import com.amazonaws.services.lambda.runtime.Context;
import dev.backplane.identity.GroupScopes;
import dev.backplane.identity.SignInSettings;
import dev.backplane.identity.events.PreTokenEvent.AccessToken;
import dev.backplane.identity.events.PreTokenEvent.Details;
import dev.backplane.identity.events.PreTokenEvent.Groups;
import dev.backplane.identity.events.PreTokenEvent.Response;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Texts;
import dev.backplane.platform.tasks.TaskHandler;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Adds a person's verified email address and the scopes of their groups to the access token. */
public final class PreTokenGenerationHandler extends TaskHandler<PreTokenEvent> {

    private final List<String> scopes;

    public PreTokenGenerationHandler() {
        this(Platform.lambda());
    }

    public PreTokenGenerationHandler(Platform platform) {
        super(platform, SignInSettings.SERVICE, PreTokenEvent.class);
        this.scopes = List.of(platform.settings().require(SignInSettings.SCOPES).split(" ", -1));
    }

    @Override
    protected Object handle(PreTokenEvent event, Context context) {
        Groups groups = event.request().groupConfiguration();
        List<String> names = groups == null ? null : groups.groupsToOverride();
        List<String> added = GroupScopes.of(Objects.requireNonNullElse(names, List.of()), scopes);
        return event.with(new Response(new Details(new AccessToken(claims(event), added), groups)));
    }

    /** Returns the email claim, if the address is verified. An unverified address may belong to another person. */
    private static Map<String, String> claims(PreTokenEvent event) {
        Map<String, String> attributes =
                Objects.requireNonNullElse(event.request().userAttributes(), Map.of());
        String email = attributes.get("email");
        boolean verified = "true".equals(attributes.get("email_verified"));
        return email != null && verified ? Map.of("email", Texts.lowerCase(email.strip())) : Map.of();
    }
}
