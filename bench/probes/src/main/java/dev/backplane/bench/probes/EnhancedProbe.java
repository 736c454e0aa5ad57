package dev.backplane.bench.probes;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.avaje.jsonb.Jsonb;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Objects;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.http.crt.AwsCrtHttpClient;

/** Like {@link CrtProbe}, with the enhanced DynamoDB client. */
public final class EnhancedProbe implements RequestStreamHandler {

    private final Jsonb json = Jsonb.instance();
    private final DynamoDbTable<TenantBean> tenants = DynamoDbEnhancedClient.builder()
            .dynamoDbClient(Reader.client(AwsCrtHttpClient.builder()))
            .build()
            .table(Reader.setting("TENANT_TABLE"), TableSchema.fromBean(TenantBean.class));

    @Override
    public void handleRequest(InputStream in, OutputStream out, Context context) throws IOException {
        String tenant =
                json.type(Messages.Event.class).fromJson(in.readAllBytes()).tenant();
        TenantBean row = tenants.getItem(
                get -> get.key(key -> key.partitionValue("TENANT_ID#" + tenant).sortValue("METADATA"))
                        .consistentRead(true));
        String version = Objects.requireNonNull(row.getVersion());
        String body = json.type(Messages.Version.class).toJson(new Messages.Version(tenant, version));
        out.write(json.type(Messages.Answer.class).toJsonBytes(Messages.Answer.of(body)));
    }
}
