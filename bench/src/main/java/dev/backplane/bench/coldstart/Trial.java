package dev.backplane.bench.coldstart;

import dev.backplane.local.runtime.FunctionProcess;
import dev.backplane.local.runtime.FunctionProcess.Launch;
import dev.backplane.local.runtime.RuntimeApi.Answer;
import dev.backplane.local.runtime.TlsFront;
import java.time.Duration;

/** Starts functions, one at a time, and takes the time until their first answer. */
final class Trial {

    private static final double NANOS_OF_MILLI = 1e6;

    private final Scene scene;
    private final TlsFront dynamoDb;

    Trial(Scene scene) {
        this.scene = scene;
        this.dynamoDb = scene.front();
    }

    Sample run(Variant variant, Subject subject) {
        Launch launch = variant.launch().apply(subject);
        if (!variant.restored()) {
            scene.keepBusy(subject);
        }
        try (FunctionProcess function = new FunctionProcess(launch)) {
            if (variant.restored()) {
                function.awaitSnapshot();
                scene.keepBusy(subject);
            }
            byte[] event = subject.events().get();
            Duration before = variant.restored() ? function.processorTime() : Duration.ZERO;
            dynamoDb.watch();
            long start = variant.restored() ? System.nanoTime() : function.start();
            if (variant.restored()) {
                function.restore();
            }
            Answer answer = function.invoke(event);
            long memory = function.residentBytes();
            Duration processor = function.processorTime().minus(before);
            if (variant.answers()) {
                subject.check().accept(answer.payload());
            }
            return new Sample(
                    millis(answer.nanoTime() - start),
                    millis(function.awaitReady() - start),
                    dynamoDb.connectedAt().map(time -> millis(time - start)),
                    dynamoDb.askedAt().map(time -> millis(time - start)),
                    processor.toMillis(),
                    memory);
        } catch (RuntimeException e) {
            throw new IllegalStateException(variant.name() + " of " + subject.name(), e);
        }
    }

    private static double millis(long nanos) {
        return nanos / NANOS_OF_MILLI;
    }
}
