package dev.backplane.tenants.testing;

import dev.backplane.tenants.testing.FakeAws.Answer;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.http.SdkHttpRequest;

/** A fake of the response URLs of custom resources. */
public final class FakeResponses {

    /** A received response. */
    public record Put(String url, List<String> headers, String body) {}

    private final List<Put> puts = new ArrayList<>();
    private int refusals;

    public synchronized List<Put> puts() {
        return List.copyOf(puts);
    }

    /** Rejects the next responses. */
    public synchronized void refuse(int times) {
        refusals = times;
    }

    synchronized Answer answer(SdkHttpRequest request, String body) {
        puts.add(new Put(
                request.getUri().toString(), List.copyOf(request.headers().keySet()), body));
        if (refusals > 0) {
            refusals--;
            return new Answer(503, "");
        }
        return new Answer(200, "");
    }
}
