package dev.backplane.infra.settings;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Reads the identity settings of a stage: the operator's own issuer, or the user pool of the stage. */
final class IdentityReader {

    private static final Pattern HTTPS = Pattern.compile("https://[^\\s/]+(/\\S*)?");

    // Cognito rejects prefixes that contain a reserved word.
    private static final Pattern RESERVED = Pattern.compile("aws|amazon|cognito");
    private static final Pattern DOMAIN_PREFIX =
            Pattern.compile("(?!.*(?:aws|amazon|cognito))[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?");

    // A letter follows each hyphen, so that no two client names produce the same output name.
    private static final Pattern CLIENT = Pattern.compile("(?=.{1,32}$)[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*");

    // API Gateway accepts 50 audiences for each JWT authorizer; the quota cannot be raised.
    // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
    private static final int MAX_AUDIENCES = 50;

    // A client can have up to 100 callback URLs; the stack adds those of the command line and the console.
    // https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_CreateUserPoolClient.html
    private static final int MAX_CALLBACK_URLS = 90;

    private static final List<String> OF_POOL = List.of("clients", "callbackUrls", "mfa", "selfSignUp");
    private static final List<String> OF_ISSUER = List.of("subjectClaim");
    private static final Pattern CALLBACK =
            Pattern.compile("(?:https://[a-z0-9.-]+(?::\\d+)?|http://localhost(?::\\d+)?)(?:/[^\\s#,]*)?");
    private static final String PEOPLE = "people";
    private static final Pattern CLAIM = Pattern.compile("[A-Za-z][A-Za-z0-9_:-]{0,63}");
    private static final Pattern MFA = Pattern.compile("off|optional|required");
    private static final Pattern FLAG = Pattern.compile("true|false");

    private IdentityReader() {}

    /** Reads {@code issuer}, {@code audience}, {@code domainPrefix} and {@code identity} of a stage. */
    static IdentitySettings read(ContextReader reader, String stage) {
        Optional<String> domainPrefix = reader.text("domainPrefix", DOMAIN_PREFIX);
        Optional<String> issuer = reader.text("issuer", HTTPS);
        List<String> audience = reader.texts("audience");
        boolean external = reader.has("issuer") || reader.has("audience");
        ContextReader identity = reader.object("identity", external ? OF_ISSUER : OF_POOL);
        if (!external) {
            reader.require(
                    domainPrefix.isPresent() || !RESERVED.matcher(stage).find(),
                    "stage",
                    "must not contain aws, amazon or cognito, because Cognito rejects them in the domain that is derived"
                            + " from the stage; choose another name, or set domainPrefix");
            return new IdentitySettings.Cognito(domainPrefix, clients(identity), signIn(identity));
        }
        reader.require(reader.has("issuer"), "issuer", "is required with audience");
        reader.require(reader.has("audience"), "audience", "is required with issuer");
        reader.require(audience.size() <= MAX_AUDIENCES, "audience", "must have at most " + MAX_AUDIENCES + " values");
        reader.require(!reader.has("domainPrefix"), "domainPrefix", "cannot be combined with issuer");
        return new IdentitySettings.External(
                issuer.orElse(""),
                audience,
                identity.text("subjectClaim", CLAIM).orElse("sub"));
    }

    private static IdentitySettings.SignIn signIn(ContextReader identity) {
        List<String> urls = identity.texts("callbackUrls");
        for (String url : urls) {
            identity.require(
                    CALLBACK.matcher(url).matches(),
                    "callbackUrls",
                    "must be https addresses without a fragment, or http://localhost ones, and not " + url);
        }
        identity.require(
                urls.size() <= MAX_CALLBACK_URLS, "callbackUrls", "must have at most " + MAX_CALLBACK_URLS + " values");
        return new IdentitySettings.SignIn(
                urls.stream().distinct().toList(),
                identity.text("mfa", MFA)
                        .filter(text -> MFA.matcher(text).matches())
                        .map(text -> IdentitySettings.Mfa.valueOf(text.toUpperCase(Locale.ROOT)))
                        .orElse(IdentitySettings.Mfa.OPTIONAL),
                identity.text("selfSignUp", FLAG).map(Boolean::valueOf).orElse(false));
    }

    private static SortedMap<String, List<String>> clients(ContextReader identity) {
        SortedMap<String, List<String>> clients = new TreeMap<>();
        if (!identity.has("clients")) {
            return clients;
        }
        if (!(identity.value("clients") instanceof Map<?, ?> declared)) {
            identity.require(false, "clients", "must be {\"name\": [\"scope\", ...]}");
            return clients;
        }
        declared.forEach((name, scopes) -> clients.put(String.valueOf(name), client(identity, name, scopes)));
        identity.require(
                clients.size() < MAX_AUDIENCES,
                "clients",
                "must have at most " + (MAX_AUDIENCES - 1) + " clients, as an API accepts " + MAX_AUDIENCES
                        + " and one is for people");
        return clients;
    }

    private static List<String> client(ContextReader reader, Object name, Object scopes) {
        String setting = "clients." + name;
        reader.require(
                CLIENT.matcher(String.valueOf(name)).matches(), setting, "must have a name that matches " + CLIENT);
        reader.require(!name.equals(PEOPLE), setting, "must have another name; this is the client for people");
        List<String> texts = new ArrayList<>();
        if (scopes instanceof Collection<?> list) {
            list.forEach(scope -> texts.add(String.valueOf(scope)));
        } else {
            reader.require(false, setting, "must be a list of scopes");
        }
        return texts.stream().distinct().sorted().toList();
    }
}
