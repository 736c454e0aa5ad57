package dev.backplane.bench.coldstart;

import dev.backplane.local.runtime.FunctionProcess;
import dev.backplane.local.runtime.FunctionProcess.Launch;
import dev.backplane.local.runtime.RuntimeApi.Answer;
import dev.backplane.local.runtime.TlsProxy;
import java.time.Duration;

/** Starts functions, one at a time, and measures the time to their first response. */
final class StartTimer {

    private static final double NANOS_OF_MILLI = 1e6;

    private final LocalDynamoDb dynamoDb;
    private final TlsProxy front;

    StartTimer(LocalDynamoDb dynamoDb) {
        this.dynamoDb = dynamoDb;
        this.front = dynamoDb.front();
    }

    Sample run(Variant variant, MeasuredOperation operation) {
        Launch launch = variant.launch().apply(operation);
        if (!variant.restored()) {
            dynamoDb.warmUpBriefly(operation);
        }
        try (FunctionProcess function = new FunctionProcess(launch)) {
            if (variant.restored()) {
                function.awaitSnapshot();
                dynamoDb.warmUpBriefly(operation);
            }
            byte[] event = operation.events().get();
            Duration before = variant.restored() ? function.processorTime() : Duration.ZERO;
            front.watch();
            long start = variant.restored() ? System.nanoTime() : function.start();
            if (variant.restored()) {
                function.restore();
            }
            Answer answer = function.invoke(event);
            long memory = function.residentBytes();
            Duration processor = function.processorTime().minus(before);
            if (variant.answers()) {
                operation.check().accept(answer.payload());
            }
            return new Sample(
                    millis(answer.nanoTime() - start),
                    millis(function.awaitReady() - start),
                    front.connectedAt().map(time -> millis(time - start)),
                    front.askedAt().map(time -> millis(time - start)),
                    processor.toMillis(),
                    memory);
        } catch (RuntimeException e) {
            throw new IllegalStateException("cannot measure " + operation.name() + " with " + variant.name(), e);
        }
    }

    private static double millis(long nanos) {
        return nanos / NANOS_OF_MILLI;
    }
}
