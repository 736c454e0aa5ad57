package dev.backplane.infra.constructs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The code that CloudFront runs for each request of the site: it finds the file, or returns the same response as API
 * Gateway for an unknown path.
 *
 * <p>Error pages of a distribution would do the same, but would also replace the problem responses of the APIs.
 */
public final class SiteFunction {

    private static final String CODE = """
            const files = new Set([FILES]);

            function handler(event) {
              const request = event.request;
              if (!files.has(request.uri)) {
                request.uri += (request.uri.endsWith('/') ? '' : '/') + 'index.html';
              }
              if (files.has(request.uri)) {
                return request;
              }
              return {
                statusCode: 404,
                statusDescription: 'Not Found',
                headers: { 'content-type': { value: 'application/json' } },
                body: '{"message":"Not Found"}'
              };
            }
            """;

    private SiteFunction() {}

    /** Returns the code for the files of a folder and the further paths. */
    public static String code(Path site, String... more) {
        try (Stream<Path> files = Files.walk(site)) {
            List<String> paths = files.filter(Files::isRegularFile)
                    .map(file -> "/" + site.relativize(file).toString().replace('\\', '/'))
                    .toList();
            return CODE.replace(
                    "FILES",
                    Stream.concat(paths.stream(), Stream.of(more))
                            .sorted()
                            .map(path -> "'" + path + "'")
                            .collect(Collectors.joining(", ")));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read the files of the site in " + site, e);
        }
    }
}
