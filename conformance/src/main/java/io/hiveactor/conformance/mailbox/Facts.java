package io.hiveactor.conformance.mailbox;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What was seen, beside what was recorded. */
final class Facts {
    static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private Facts() {}

    static ObjectNode object() {
        return JSON.objectNode();
    }

    /** Those recorded fields that were seen to be otherwise, or not seen at all. */
    static List<String> differences(JsonNode recorded, ObjectNode seen) {
        List<String> differences = new ArrayList<>();
        recorded.properties().forEach(each -> {
            JsonNode found = seen.get(each.getKey());
            if (!each.getValue().equals(found)) {
                differences.add(each.getKey() + "\n  expected " + each.getValue() + "\n  got      " + found);
            }
        });
        return differences;
    }
}
