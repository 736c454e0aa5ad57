package dev.backplane.bench.probes;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbAttribute;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;

/** A tenant as the enhanced client reads it. */
@DynamoDbBean
public class TenantBean {

    private @Nullable String pk;
    private @Nullable String sk;
    private @Nullable String version;

    @DynamoDbPartitionKey
    public @Nullable String getPk() {
        return pk;
    }

    public void setPk(@Nullable String pk) {
        this.pk = pk;
    }

    @DynamoDbSortKey
    public @Nullable String getSk() {
        return sk;
    }

    public void setSk(@Nullable String sk) {
        this.sk = sk;
    }

    @DynamoDbAttribute("Version")
    public @Nullable String getVersion() {
        return version;
    }

    public void setVersion(@Nullable String version) {
        this.version = version;
    }
}
