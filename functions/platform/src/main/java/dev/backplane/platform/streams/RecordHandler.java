package dev.backplane.platform.streams;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Platform;
import dev.backplane.platform.log.Invocation;
import java.util.List;
import java.util.Optional;

/** The base class of functions that process each change of a table separately. */
public abstract class RecordHandler extends StreamHandler {

    protected RecordHandler(Platform platform, String service) {
        super(platform, service);
    }

    /**
     * Processes one change; if it fails, Lambda delivers this record and all later ones again.
     *
     * @throws InvalidValueException if the record, or a row that it refers to, cannot be read; it is skipped
     */
    protected abstract void handle(StreamRecord record);

    @Override
    protected final Optional<StreamRecord> handle(List<StreamRecord> records, Invocation invocation) {
        for (StreamRecord record : records) {
            try {
                handle(record);
            } catch (InvalidValueException e) {
                skip(record, e, invocation);
            } catch (RuntimeException e) {
                invocation.failed(e);
                return Optional.of(record);
            }
        }
        return Optional.empty();
    }
}
