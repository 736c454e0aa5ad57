package dev.backplane.local.cloudformation;

import dev.backplane.local.aws.AwsRequest;
import dev.backplane.local.iam.AccessRequest;
import dev.backplane.local.iam.Iam;
import dev.backplane.local.s3.Assets;
import dev.backplane.local.s3.S3Object;
import java.util.Optional;

/** Reads the template of a call from its body or from S3. */
record TemplateSource(Assets assets, Iam iam) {

    private static final String MORE =
            "\nFor more information check http://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html";

    /** Returns the template of a call, if present. */
    Optional<String> read(AwsRequest request) {
        Optional<String> body = request.form().text("TemplateBody");
        Optional<String> url = request.form().text("TemplateURL");
        if (body.isPresent() && url.isPresent()) {
            throw StackException.validation("Either Template URL or Template Body must be specified, not both.");
        }
        return body.or(() -> url.map(address -> fetch(request, address)));
    }

    private String fetch(AwsRequest request, String url) {
        S3Object object =
                S3Object.at(url).orElseThrow(() -> StackException.validation("TemplateURL must be a supported URL."));
        boolean denied = request.caller()
                .flatMap(caller -> iam.check(caller, new AccessRequest("s3:GetObject", object.arn())))
                .isPresent();
        if (denied) {
            throw StackException.validation("S3 error: Access Denied" + MORE);
        }
        return assets.read(object)
                .orElseThrow(() -> StackException.validation("S3 error: The specified key does not exist." + MORE));
    }
}
