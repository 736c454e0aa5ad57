package dev.backplane.infra.settings;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Reads the identity settings of a stage: the operator's own issuer, or Cognito clients. */
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

    private IdentityReader() {}

    /** Reads {@code issuer}, {@code audience}, {@code domainPrefix} and {@code identity} of a stage. */
    static IdentitySettings read(ContextReader reader, String stage) {
        Optional<String> domainPrefix = reader.text("domainPrefix", DOMAIN_PREFIX);
        Optional<String> issuer = reader.text("issuer", HTTPS);
        List<String> audience = reader.texts("audience");
        SortedMap<String, List<String>> clients = clients(reader);
        if (!reader.has("issuer") && !reader.has("audience")) {
            reader.require(
                    domainPrefix.isPresent() || !RESERVED.matcher(stage).find(),
                    "stage",
                    "must not contain aws, amazon or cognito, because Cognito rejects them in the domain that is derived"
                            + " from the stage; choose another name, or set domainPrefix");
            return new IdentitySettings.Cognito(domainPrefix, clients);
        }
        reader.require(reader.has("issuer"), "issuer", "is required with audience");
        reader.require(reader.has("audience"), "audience", "is required with issuer");
        reader.require(audience.size() <= MAX_AUDIENCES, "audience", "must have at most " + MAX_AUDIENCES + " values");
        reader.require(!reader.has("domainPrefix"), "domainPrefix", "cannot be combined with issuer");
        reader.require(!reader.has("identity"), "identity", "cannot be combined with issuer");
        return new IdentitySettings.External(issuer.orElse(""), audience);
    }

    private static SortedMap<String, List<String>> clients(ContextReader reader) {
        SortedMap<String, List<String>> clients = new TreeMap<>();
        if (!reader.has("identity")) {
            return clients;
        }
        if (!(reader.value("identity") instanceof Map<?, ?> identity
                && identity.size() == 1
                && identity.get("clients") instanceof Map<?, ?> declared)) {
            reader.require(false, "identity", "must be {\"clients\": {\"name\": [\"scope\", ...]}}, in cdk.json");
            return clients;
        }
        declared.forEach((name, scopes) -> clients.put(String.valueOf(name), client(reader, name, scopes)));
        reader.require(
                clients.values().stream().anyMatch(scopes -> !scopes.isEmpty()),
                "identity.clients",
                "must have at least one client with scopes");
        reader.require(
                clients.size() <= MAX_AUDIENCES,
                "identity.clients",
                "must have at most " + MAX_AUDIENCES + " clients, the limit of API Gateway");
        return clients;
    }

    private static List<String> client(ContextReader reader, Object name, Object scopes) {
        String setting = "identity.clients." + name;
        reader.require(
                CLIENT.matcher(String.valueOf(name)).matches(), setting, "must have a name that matches " + CLIENT);
        List<String> texts = new ArrayList<>();
        if (scopes instanceof Collection<?> list) {
            list.forEach(scope -> texts.add(String.valueOf(scope)));
        } else {
            reader.require(false, setting, "must be a list of scopes");
        }
        return texts.stream().distinct().sorted().toList();
    }
}
