package io.hiveactor.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.runtime.FiberMode;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ResultTest {
    private static final String FIELD = "\"(\\w+)\":(?:\"([^\"]*)\"|(-?\\d+(?:\\.\\d+)?))";
    private static final Pattern OBJECT = Pattern.compile("\\{" + FIELD + "(?:," + FIELD + ")*}");

    private final Samples samples =
            new Samples(new Entry("walk", "dog", 10, () -> HivePingPong.handler(FiberMode.JDK_SCHEDULER)));

    private static Map<String, String> parsed(String json) {
        assertTrue(OBJECT.matcher(json).matches(), json);
        var fields = new TreeMap<String, String>();
        Pattern.compile(FIELD).matcher(json).results().forEach(field -> fields.put(
                field.group(1), field.group(2) == null ? field.group(3) : field.group(2)));
        return fields;
    }

    @Test
    void theJsonHasTheMedianOfTheRoundsPerOperation() {
        samples.add(3_000, 50, Map.of());
        samples.add(1_000, 10, Map.of());
        samples.add(2_000, 40, Map.of());

        assertEquals(
                Map.of("workload", "walk", "system", "dog", "unit", "ns/op", "value", "200.00",
                        "allocBytesPerOp", "4.000", "min", "100.00", "max", "300.00", "rounds", "3"),
                parsed(samples.result().toJson()));
    }

    @Test
    void aFurtherFigureIsAFieldOfItsOwnAndStandsInTheRow() {
        samples.add(1_000, 10, Map.of("heapBytesPerActor", 142.0));

        assertEquals("142.0", parsed(samples.result().toJson()).get("heapBytesPerActor"));
        assertTrue(samples.result().toRow(100).endsWith("heapBytesPerActor 142.0"));
    }
}
