package dev.backplane.packages;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** Has all that only compilers read, and what is read when it runs. */
@LeanSample.Seen("type")
@LeanSample.Unseen
class LeanSample implements Callable<List<String>> {

    @Retention(RetentionPolicy.RUNTIME)
    @interface Seen {
        String value();
    }

    @Retention(RetentionPolicy.CLASS)
    @interface Unseen {}

    record Pair<T>(@Seen("component") T first, @Unseen List<T> second) {}

    enum Kind {
        ONE,
        TWO
    }

    @Seen("field")
    @Unseen
    Map<String, List<String>> field = Map.of("key", List.of("value"));

    @Deprecated
    @Seen("method")
    @Unseen
    <T extends Comparable<T>> List<T> method(@Seen("parameter") @Unseen T value) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return List.of(value);
    }

    static void fail() {
        throw new IllegalStateException("failed on purpose");
    }

    @Override
    public List<String> call() throws Exception {
        Pair<String> pair = new Pair<>("a", method("b"));
        Kind kind = Kind.valueOf("TWO");
        String text = switch (kind) {
            case ONE -> "one";
            case TWO -> "two";
        };
        return List.of(pair.toString(), text, field.toString(), pair.equals(new Pair<>("a", List.of("b"))) + "");
    }
}
