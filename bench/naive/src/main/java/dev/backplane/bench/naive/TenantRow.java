package dev.backplane.bench.naive;

import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbAttribute;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;

/** A row of a tenant as the enhanced client reads it. */
@DynamoDbBean
public class TenantRow {

    private String pk;
    private String sk;
    private String inboundQueueArn;
    private String inboundQueueUrl;
    private String version;

    @DynamoDbPartitionKey
    public String getPk() {
        return pk;
    }

    public void setPk(String pk) {
        this.pk = pk;
    }

    @DynamoDbSortKey
    public String getSk() {
        return sk;
    }

    public void setSk(String sk) {
        this.sk = sk;
    }

    @DynamoDbAttribute("InboundQueueArn")
    public String getInboundQueueArn() {
        return inboundQueueArn;
    }

    public void setInboundQueueArn(String inboundQueueArn) {
        this.inboundQueueArn = inboundQueueArn;
    }

    @DynamoDbAttribute("InboundQueueUrl")
    public String getInboundQueueUrl() {
        return inboundQueueUrl;
    }

    public void setInboundQueueUrl(String inboundQueueUrl) {
        this.inboundQueueUrl = inboundQueueUrl;
    }

    @DynamoDbAttribute("Version")
    public String getVersion() {
        return version;
    }

    public void setVersion(String version) {
        this.version = version;
    }
}
