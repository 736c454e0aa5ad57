package dev.backplane.bench.warm;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.backplane.deployments.store.AliasKey;
import dev.backplane.deployments.store.AliasPosition;
import dev.backplane.layers.store.LayerPosition;
import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.pool.store.PoolKey;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Parses and prints keys, positions and JSON. */
@State(Scope.Benchmark)
public class ValueCodecs {

    // Not final, so that the compiler cannot compute the results in advance.
    private String aliasKey = "com.example.www#/docs";
    private String aliasPosition = "2026-01-05T00:00:00.000Z#R#com.example.www#/docs";
    private String layerPosition = "latest#us-east-1#4#ruamel.yaml";
    private String poolKey = "lease_id#3f2a7c1e-5b0d-8c4e-9a6f-1d2e3f4a5b6c";
    private String json = "{\"status\":\"FINISHED\",\"routes\":[{\"src\":\"/about\",\"dest\":\"/about.html\"},"
            + "{\"src\":\"/blog/(?<slug>[^/]+)\",\"dest\":\"/blog/[slug]\",\"check\":true}],"
            + "\"lambdaRoutes\":{\"/api/hello\":\"fn1\"},\"prerenders\":{\"/\":{\"age\":60.5,\"lambda\":null}}}";
    private final ObjectMapper jackson = new ObjectMapper();

    @Benchmark
    public Object aliasKeyOurs() {
        return AliasKey.parse(aliasKey).toString();
    }

    @Benchmark
    public Object aliasPositionOurs() {
        return AliasPosition.parse(aliasPosition).toString();
    }

    @Benchmark
    public Object layerPositionOurs() {
        return LayerPosition.parse(layerPosition).toString();
    }

    @Benchmark
    public Object poolKeyOurs() {
        return PoolKey.find(poolKey).orElseThrow().toString();
    }

    @Benchmark
    public Object jsonOurs() throws JsonSyntaxException {
        return JsonValue.parse(json).compact();
    }

    @Benchmark
    public Object jsonJackson() throws JsonProcessingException {
        return jackson.readTree(json).toString();
    }
}
