package io.hiveactor.conformance.channel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Plays scenarios and keeps count of them. */
final class Replay {
    private final List<String> mismatches = new ArrayList<>();
    private int passed;
    private int failed;

    int passed() {
        return passed;
    }

    int failed() {
        return failed;
    }

    /** One text for each operation whose result was not the recorded one. */
    List<String> mismatches() {
        return mismatches;
    }

    void play(Scenario scenario) {
        var player = new Player(scenario.profile());
        int before = mismatches.size();
        for (int i = 0; i < scenario.operations().size(); i++) {
            Scenario.Recorded recorded = scenario.operations().get(i);
            Object expected = withoutErrorText(recorded.result().values());
            Object got = withoutErrorText(player.play(recorded.operation(), recorded.arguments()));
            if (!scenario.ignored().contains(i) && !expected.equals(got)) {
                mismatches.add(scenario.name() + ", operation " + i + ": " + recorded.operation() + " "
                        + recorded.arguments().values() + "\n  expected " + expected + "\n  got      " + got);
            }
        }
        passed += mismatches.size() == before ? 1 : 0;
        failed += mismatches.size() == before ? 0 : 1;
    }

    /** The text of an error is for people. */
    private static Object withoutErrorText(Object value) {
        return switch (value) {
            case Map<?, ?> map -> withoutErrorText(map);
            case List<?> list -> list.stream()
                    .map(element -> element == null ? "null" : withoutErrorText(element))
                    .toList();
            default -> value;
        };
    }

    private static Map<String, @Nullable Object> withoutErrorText(Map<?, ?> map) {
        Map<String, @Nullable Object> kept = new HashMap<>();
        map.forEach((name, value) -> {
            if (!"error".equals(name)) {
                kept.put(String.valueOf(name), value == null ? null : withoutErrorText(value));
            }
        });
        return kept;
    }
}
