package dev.backplane.local.cloudfront;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.backplane.console.Site;
import dev.backplane.console.SiteConfig;
import dev.backplane.local.account.Account;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cognito.OAuthClients;
import dev.backplane.local.http.Body;
import dev.backplane.local.http.LocalRequest;
import dev.backplane.local.http.LocalResponse;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The site at the root of the local port, even if the stage has no distribution to serve it on AWS. */
public final class LocalSite {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern STACK = Pattern.compile("Backplane-(.+)-[A-Za-z]+");

    private final SiteConfig config;

    public LocalSite(SiteConfig config) {
        this.config = config;
    }

    /** Creates the site of the stage in the templates; the local issuer has the same address as the site. */
    public static LocalSite of(CloudTemplates templates, OAuthClients clients, URI address) {
        String url = address.toString();
        return new LocalSite(new SiteConfig(
                stage(templates),
                Account.REGION,
                url,
                clients.people().stream().findFirst().map(client -> new SiteConfig.SignIn(client.id(), url)),
                Map.of("docs", "/docs")));
    }

    private static String stage(CloudTemplates templates) {
        return templates.resources().stream()
                .map(resource -> STACK.matcher(resource.stack()))
                .filter(Matcher::matches)
                .map(match -> match.group(1))
                .findFirst()
                .orElse("local");
    }

    /** Returns the response, if the path is a file of the site. */
    public Optional<LocalResponse> answer(LocalRequest request) {
        if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
            return Optional.empty();
        }
        if (request.path().equals(Site.CONFIG_PATH)) {
            return Optional.of(withHeaders(LocalResponse.json(200, JSON.valueToTree(config.members()))));
        }
        return Site.at(request.path())
                .map(file -> withHeaders(new LocalResponse(
                        200, Map.of("content-type", List.of(file.contentType())), Body.of(file.bytes()))));
    }

    private static LocalResponse withHeaders(LocalResponse answer) {
        LocalResponse complete = answer.with("cache-control", Site.CACHE_CONTROL);
        for (Map.Entry<String, String> header : Site.securityHeaders(List.of()).entrySet()) {
            complete = complete.with(header.getKey(), header.getValue());
        }
        return complete;
    }
}
