package dev.backplane.bench.warm;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.dynamo.TableSpec;
import java.util.List;

/**
 * A frequent operation.
 *
 * @param events the events of one batch
 * @param changes the tables that the operation writes to
 */
record HotOperation(String name, RequestStreamHandler handler, List<byte[]> events, List<TableSpec> changes) {}
