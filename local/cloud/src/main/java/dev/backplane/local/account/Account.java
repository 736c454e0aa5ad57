package dev.backplane.local.account;

/** The account and region of the local cloud. */
public final class Account {

    public static final String ID = "000000000000";
    public static final String REGION = "us-east-1";
    public static final String PARTITION = "aws";
    public static final String URL_SUFFIX = "amazonaws.com";

    private Account() {}

    /** Returns the ARN of a regional resource, for example {@code arn("dynamodb", "table/Orders")}. */
    public static String arn(String service, String resource) {
        return "arn:" + PARTITION + ":" + service + ":" + REGION + ":" + ID + ":" + resource;
    }

    /** Returns the ARN of a resource of a service without regions, such as IAM. */
    public static String globalArn(String service, String resource) {
        return "arn:" + PARTITION + ":" + service + "::" + ID + ":" + resource;
    }
}
