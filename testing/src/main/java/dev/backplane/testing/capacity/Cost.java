package dev.backplane.testing.capacity;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The capacity of one invocation, as the cells of a row.
 *
 * @param roundTrips requests to all AWS services
 * @param readUnits as the engine reports them
 * @param writeUnits as the engine reports them
 * @param more additional units that AWS charges
 */
public record Cost(String roundTrips, String readUnits, String writeUnits, String more) {

    static Cost of(double roundTrips, double readUnits, double writeUnits, AwsBill bill) {
        String more = Stream.of(
                        amount(bill.readUnits() - readUnits, "read"), amount(bill.writeUnits() - writeUnits, "write"))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
        return new Cost(number(roundTrips), number(readUnits), number(writeUnits), more.isEmpty() ? "-" : more);
    }

    private static String amount(double units, String kind) {
        if (units == 0) {
            return "";
        }
        String amount = number(Math.abs(units)) + " " + kind + (Math.abs(units) == 1 ? "" : "s");
        return units > 0 ? amount : amount + " fewer";
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    List<String> cells() {
        return List.of(roundTrips, readUnits, writeUnits, more);
    }
}
