package dev.backplane.packages;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Records and switches that the compiler leaves a part of to Java, and what comes of them for many values. */
final class LinkedSamples implements Supplier<List<Object>> {

    record Empty() {}

    record Primitives(boolean z, byte b, char c, short s, int i, long j, float f, double d) {}

    record References(@Nullable String text, @Nullable Integer number, List<String> list) {}

    record Nested<T>(T first, Empty second, double third) {}

    @SuppressWarnings({"EqualsHashCode", "overrides"}) // the other one is Java's
    record OwnEquals(int counted, String ignored) {

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof OwnEquals own && own.counted == counted;
        }
    }

    record OwnHashCode(int counted, String text) {

        @Override
        public int hashCode() {
            return text.length();
        }
    }

    sealed interface Shape {

        /** Has an interface for the owner of what is linked. */
        default String kind() {
            return switch (this) {
                case Dot dot -> "dot " + dot.x();
                case Line line -> "line " + line.to();
                case Other _ -> "other";
            };
        }
    }

    record Dot(int x, int y) implements Shape {}

    record Line(Dot from, Shape to) implements Shape {}

    sealed interface Other extends Shape {}

    record A() implements Other {}

    record B() implements Other {}

    private static String nullable(@Nullable Object value) {
        return switch (value) {
            case null -> "nothing";
            case Shape shape -> shape.kind();
            default -> "something";
        };
    }

    @SuppressWarnings("NullAway") // what it does with null is the question
    private static String refusing(@Nullable Object value) {
        try {
            return switch (value) {
                case Dot _ -> "a dot";
                default -> "no dot";
            };
        } catch (NullPointerException _) {
            return "refused";
        }
    }

    // Each guard that refuses has Java choose again from the label after it.
    private static int guarded(@Nullable Object value) {
        return switch (value) {
            case null -> -1;
            case Dot dot when dot.x() > 10 -> 0;
            case Dot dot when dot.y() > 10 -> 1;
            case Shape shape when shape.hashCode() % 2 == 0 -> 2;
            case Line(Dot(int x, int y), Dot to) when x == y && to.x() == x -> 3;
            case Line(Dot from, Line to) -> 4 + from.x() + to.from().x();
            case Dot _ -> 5;
            case Shape _ -> 6;
            case String text when text.isEmpty() -> 7;
            case String _ -> 8;
            case Integer number when number > 3 -> 9;
            case Number _ -> 10;
            case List<?> list when list.size() > 1 -> 11;
            case int[] numbers -> 100 + numbers.length;
            case String[] texts -> 200 + texts.length;
            default -> 12;
        };
    }

    private static <T extends Comparable<T>> String generic(T value) {
        return switch (value) {
            case String text -> text;
            case Integer number -> "number " + number;
            default -> "value";
        };
    }

    @Override
    public List<Object> get() {
        List<Object> results = new ArrayList<>();
        List<Object> records = records();
        for (Object one : records) {
            results.add(one.hashCode());
            results.add(one.toString());
            results.add(one.equals("text"));
            results.add(one.equals(nothing()));
            records.forEach(other -> results.add(one.equals(other)));
        }
        for (Object value : values()) {
            results.add(nullable(value));
            results.add(guarded(value));
            results.add(refusing(value));
        }
        results.add(nullable(nothing()));
        results.add(guarded(nothing()));
        results.add(refusing(nothing()));
        results.add(generic("text") + generic(3) + generic(4L));
        return results;
    }

    private static @Nullable Object nothing() {
        return null;
    }

    private static List<Object> values() {
        List<Object> values = new ArrayList<>(List.of("", "text", 3, 4, 5L, List.of(), List.of(1, 2), 'x'));
        values.addAll(List.of(new A(), new B(), new int[3], new String[2], new long[1]));
        for (int i = 0; i < 15; i++) {
            Dot dot = new Dot(i, 15 - i);
            values.addAll(List.of(dot, new Line(dot, dot), new Line(new Dot(7, 7), dot), new Line(dot, new A())));
            values.add(new Line(dot, new Line(dot, new B())));
        }
        return values;
    }

    private static List<Object> records() {
        List<Object> records = new ArrayList<>(List.of(new Empty(), new Empty(), new A(), new B()));
        for (double number : numbers()) {
            records.add(new Primitives(true, (byte) 1, 'c', (short) 2, 3, 4, (float) number, 5));
            records.add(new Primitives(true, (byte) 1, 'c', (short) 2, 3, 4, 0, number));
            records.add(new Nested<>(new Nested<>(number, new Empty(), number), new Empty(), -number));
        }
        Random random = new Random(25);
        for (int i = 0; i < 20; i++) {
            long bits = random.nextLong();
            records.add(ofBits(bits));
            records.add(ofBits(bits));
            // Other in one of the eight.
            records.add(ofBits(bits ^ 1L << random.nextInt(64)));
        }
        for (@Nullable String text : new @Nullable String[] {null, "", "text"}) {
            records.add(new References(text, null, List.of()));
            records.add(new References(text, 3, List.of("a", "b")));
            records.add(new OwnEquals(3, String.valueOf(text)));
            records.add(new OwnHashCode(3, String.valueOf(text)));
        }
        return records;
    }

    private static double[] numbers() {
        return new double[] {
            0.0, -0.0, 1.5, 1.5, Double.NaN, Double.longBitsToDouble(0x7ff8000000000001L), Double.MIN_VALUE, -1e300
        };
    }

    private static Primitives ofBits(long bits) {
        return new Primitives(
                (bits & 1) == 0,
                (byte) (bits >> 1),
                (char) (bits >> 9),
                (short) (bits >> 25),
                (int) (bits >> 20),
                bits,
                Float.intBitsToFloat((int) (bits >> 32)),
                Double.longBitsToDouble(bits));
    }
}
