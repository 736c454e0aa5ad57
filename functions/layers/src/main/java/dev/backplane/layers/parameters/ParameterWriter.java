package dev.backplane.layers.parameters;

import dev.backplane.layers.LayerArn;
import dev.backplane.layers.LayerId;
import dev.backplane.layers.LayerParameter;
import dev.backplane.layers.store.ParameterTargets;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Unavailable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes parameters name the layer versions that the table says, however late or often it is asked to.
 *
 * <p>SSM has no conditional write. The rows are read just before a write and again after it, and the write is repeated if
 * they have changed: whoever writes last has compared its value with the table afterwards.
 */
public final class ParameterWriter {

    private static final int MAX_WRITES = 10;
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final ParameterStore parameters;
    private final ParameterTargets targets;

    public ParameterWriter(ParameterStore parameters, ParameterTargets targets) {
        this.parameters = parameters;
        this.targets = targets;
    }

    /**
     * Corrects parameters of one layer.
     *
     * @param changes the parameters, each with the numbers of the versions that have changed
     * @throws InvalidValueException if damaged rows decide about some of them, which then stay as they are
     */
    public void correct(LayerId id, Map<LayerParameter, Set<Long>> changes) {
        Map<LayerParameter, String> values = parameters.read(id.region(), changes.keySet());
        List<InvalidValueException> damages = new ArrayList<>();
        changes.forEach((parameter, versions) -> {
            try {
                correct(parameter, Optional.ofNullable(values.get(parameter)), versions);
            } catch (InvalidValueException e) {
                damages.add(e);
            }
        });
        if (!damages.isEmpty()) {
            throw damages.getFirst();
        }
    }

    private void correct(LayerParameter parameter, Optional<String> value, Set<Long> versions) {
        Optional<String> current = value;
        for (int writes = 0; writes < MAX_WRITES; writes++) {
            Optional<LayerArn> target = targets.of(parameter, current.flatMap(ParameterWriter::arn), versions);
            if (target.map(LayerArn::value).equals(current)) {
                return;
            }
            target.ifPresentOrElse(arn -> parameters.put(parameter, arn), () -> parameters.delete(parameter));
            current = target.map(LayerArn::value);
        }
        throw new Unavailable("CONTENDED", "The layer kept changing.", RETRY_AFTER);
    }

    /** Returns the ARN that a value is; empty for any other text. */
    public static Optional<LayerArn> arn(String value) {
        try {
            return Optional.of(LayerArn.parse(value));
        } catch (InvalidValueException e) {
            return Optional.empty();
        }
    }
}
