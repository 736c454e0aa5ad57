package dev.backplane.infra;

/** AWS's list prices in dollars for us-east-1, without the free tier. Change {@link #DATE} with any of them. */
final class Prices {

    /** The date of this list. */
    static final String DATE = "2026-11-17";

    /** The pages that the prices are from. */
    static final String PAGES = """
            [API Gateway](https://aws.amazon.com/api-gateway/pricing/), [CloudWatch](https://aws.amazon.com/cloudwatch/pricing/),
            [Cognito](https://aws.amazon.com/cognito/pricing/), [DynamoDB](https://aws.amazon.com/dynamodb/pricing/on-demand/),
            [EventBridge](https://aws.amazon.com/eventbridge/pricing/), [KMS](https://aws.amazon.com/kms/pricing/),
            [Lambda](https://aws.amazon.com/lambda/pricing/), [SQS](https://aws.amazon.com/sqs/pricing/),
            [X-Ray](https://aws.amazon.com/xray/pricing/)""";

    static final double ALARM_METRIC = 0.10;
    static final double DASHBOARD = 3.00;
    static final double CUSTOM_METRIC = 0.30;
    static final double KMS_KEY = 1.00;

    /** Listed per machine client since 2024; AWS's newer pages only mention token requests. */
    static final double MACHINE_CLIENT = 6.00;

    static final double MILLION_TOKENS = 2_250.00;
    static final double MILLION_HTTP_REQUESTS = 1.00;
    static final double MILLION_INVOCATIONS = 0.20;
    static final double ARM_GIGABYTE_SECOND = 0.0000133334;
    static final double MILLION_READ_UNITS = 0.125;
    static final double MILLION_WRITE_UNITS = 0.625;
    static final double MILLION_QUEUE_REQUESTS = 0.40;
    static final double MILLION_EVENTS = 1.00;
    static final double MILLION_TRACES = 5.00;
    static final double LOG_GIGABYTE = 0.50;

    private Prices() {}
}
