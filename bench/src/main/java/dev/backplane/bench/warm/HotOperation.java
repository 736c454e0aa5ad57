package dev.backplane.bench.warm;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.dynamo.TableSpec;
import java.util.List;

/**
 * An operation that is worth measuring.
 *
 * @param events of the calls of one batch
 * @param changes the tables that the operation writes to
 */
record HotOperation(String name, RequestStreamHandler handler, List<byte[]> events, List<TableSpec> changes) {}
