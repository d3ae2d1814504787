package io.hiveactor.service.http;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one object of a request, or of its query. Each is taken once by its name and checked then; {@link #end}
 * rejects what was not taken. All methods throw {@link Rejected} for what breaks a rule.
 *
 * <p><b>Threads:</b> owner only.
 */
final class Fields {
    /** Stands for a query instead of a place in a document: its keys are no pointers. */
    static final String QUERY = "?";

    private static final int LONGEST_NAME = 128;

    private final String pointer;
    private final Map<String, Object> values;

    /** For an object at a place of a document; the map is taken over. */
    Fields(String pointer, Map<String, Object> values) {
        this.pointer = pointer;
        this.values = values;
    }

    String requiredText(String name, TextRule rule) {
        String text = optionalText(name, rule);
        if (text == null) {
            throw missing(name);
        }
        return text;
    }

    @Nullable String optionalText(String name, TextRule rule) {
        Object value = take(name);
        return value == null ? null : text(name, value, rule);
    }

    long requiredInteger(String name, long min, long max) {
        Long value = optionalInteger(name, min, max);
        if (value == null) {
            throw missing(name);
        }
        return value;
    }

    long integerOr(String name, long min, long max, long fallback) {
        Long value = optionalInteger(name, min, max);
        return value == null ? fallback : value;
    }

    @Nullable Long optionalInteger(String name, long min, long max) {
        Object value = take(name);
        if (value == null) {
            return null;
        }
        if (value instanceof Long number && number >= min && number <= max) {
            return number;
        }
        if (value instanceof Long || value == JsonReader.HUGE) {
            throw fault("range", name, "must be " + min + " to " + max);
        }
        throw fault("type", name, "must be an integer");
    }

    boolean flag(String name) {
        Object value = take(name);
        if (value == null) {
            return false;
        }
        if (value instanceof Boolean flag) {
            return flag;
        }
        throw fault("type", name, "must be true or false");
    }

    Base64Text requiredBase64(String name) {
        Object value = take(name);
        if (value instanceof Base64Text text) {
            return text;
        }
        throw value == null ? missing(name) : fault("type", name, "must be a string");
    }

    @Nullable Fields optionalObject(String name) {
        Object value = take(name);
        if (value == null || value instanceof Fields) {
            return (Fields) value;
        }
        throw fault("type", name, "must be an object");
    }

    /** Takes an array with a number of items within bounds. */
    List<?> requiredItems(String name, int min, int max) {
        List<?> items = optionalItems(name, min, max);
        if (items == null) {
            throw missing(name);
        }
        return items;
    }

    @Nullable List<?> optionalItems(String name, int min, int max) {
        Object value = take(name);
        if (value == null) {
            return null;
        }
        if (!(value instanceof List<?> items)) {
            throw fault("type", name, "must be an array");
        }
        if (items.size() < min || items.size() > max) {
            throw fault("range", name, "must have " + min + " to " + max + " items");
        }
        return items;
    }

    /** The text of an item of an array that was taken. */
    String itemText(String array, int index, Object item, TextRule rule) {
        return new Fields(pointer(pointer, array), new HashMap<>(Map.of(String.valueOf(index), item)))
                .requiredText(String.valueOf(index), rule);
    }

    /** Returns the names that are left; nulls count. */
    Iterable<String> names() {
        return List.copyOf(values.keySet());
    }

    int count() {
        return values.size();
    }

    /** Rejects fields that were not taken. */
    void end() {
        if (!values.isEmpty()) {
            String name = values.keySet().iterator().next();
            throw fault("unknown_field", name, "there is no such field");
        }
    }

    /** An error about one field. */
    Rejected fault(String reason, String name, String message) {
        return new Rejected(ApiError.schema(reason, pointer(pointer, name), message));
    }

    Rejected missing(String name) {
        return fault("missing", name, "the field is required");
    }

    /** The place of these fields in the document. */
    String pointer() {
        return pointer;
    }

    /** Extends a JSON pointer; a name may contain both characters that it escapes. */
    static String pointer(String parent, String name) {
        if (parent.equals(QUERY)) {
            return name;
        }
        String escaped = name.indexOf('~') < 0 && name.indexOf('/') < 0
                ? name
                : name.replace("~", "~0").replace("/", "~1");
        return parent + "/" + (escaped.length() <= LONGEST_NAME ? escaped : escaped.substring(0, LONGEST_NAME));
    }

    private @Nullable Object take(String name) {
        Object value = values.isEmpty() ? null : values.remove(name);
        return value == JsonReader.NULL ? null : value;
    }

    private String text(String name, Object value, TextRule rule) {
        if (!(value instanceof String text)) {
            throw fault("type", name, "must be a string");
        }
        TextRule.Fault fault = rule.check(text);
        if (fault != null) {
            throw fault(fault.reason(), name, fault.message());
        }
        return text;
    }
}
