package dev.backplane.tenants.api;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.TenantId;
import java.math.BigDecimal;

/** The values that several operations take. */
final class Fields {

    static final InputType<TenantId> TENANT = InputType.text(TenantId::parse);
    static final InputType<StackVersion> VERSION = InputType.text(StackVersion::parse);

    private Fields() {}

    /** A whole number within bounds, in the body. */
    static InputType<Integer> number(int least, int most) {
        return value -> {
            if (!(value instanceof Num(String literal))) {
                throw new InvalidValueException("must be a number and is " + value.kind());
            }
            BigDecimal number = new BigDecimal(literal);
            if (number.compareTo(BigDecimal.valueOf(least)) < 0
                    || number.compareTo(BigDecimal.valueOf(most)) > 0
                    || number.stripTrailingZeros().scale() > 0) {
                throw new InvalidValueException("must be a whole number from " + least + " to " + most);
            }
            return number.intValueExact();
        };
    }
}
