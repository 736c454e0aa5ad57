package dev.backplane.infra;

import dev.backplane.infra.constructs.PeopleClient;
import dev.backplane.infra.constructs.PeopleClientStep;
import dev.backplane.infra.settings.StageSettings;
import java.util.List;
import software.constructs.Construct;

/**
 * The last stack of a stage with its own issuer. It tells the public client, which the APIs need first, the address of
 * the console, which exists last.
 */
final class SignInStack extends BackplaneStack {

    SignInStack(Construct scope, StageSettings stage, PeopleClient client, List<String> returnUrls) {
        super(scope, stage, "SignIn", "Backplane: settings of the client with which people sign in");
        new PeopleClientStep(this, stage, client, returnUrls);
    }
}
