package dev.backplane.platform.streams;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Platform;
import dev.backplane.platform.log.Invocation;
import java.util.List;
import java.util.Optional;

/** The base of functions that handle each change of a table by itself. */
public abstract class RecordHandler extends StreamHandler {

    protected RecordHandler(Platform platform, String service) {
        super(platform, service);
    }

    /**
     * Handles one change; if it fails, Lambda delivers this record and those after it again.
     *
     * @throws InvalidValueException when the record, or a row that it leads to, cannot be read: it is set aside
     */
    protected abstract void handle(StreamRecord record);

    @Override
    protected final Optional<StreamRecord> handle(List<StreamRecord> records, Invocation invocation) {
        for (StreamRecord record : records) {
            try {
                handle(record);
            } catch (InvalidValueException e) {
                setAside(record, e, invocation);
            } catch (RuntimeException e) {
                invocation.failed(e);
                return Optional.of(record);
            }
        }
        return Optional.empty();
    }
}
