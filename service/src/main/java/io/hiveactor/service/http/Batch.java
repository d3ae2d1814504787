package io.hiveactor.service.http;

import io.hiveactor.service.queue.Outcome;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The items of a request that stand or fall one by one: an item has an error of its own, or the outcome of its
 * operation.
 *
 * <p><b>Threads:</b> owner only.
 */
final class Batch {
    /** What became of one item. */
    sealed interface Result {}

    record Failed(ApiError error) implements Result {}

    record Succeeded(Outcome outcome) implements Result {}

    /** Writes one result. */
    @FunctionalInterface
    interface ResultWriter {
        void write(JsonWriter json, int index, Result result);
    }

    /** One entry per item that was read; null stands for one whose operation is not executed yet. */
    private final List<@Nullable ApiError> errors;
    private List<Outcome> outcomes = List.of();

    Batch(int size) {
        errors = new ArrayList<>(size);
    }

    /** The items as objects; throws {@link Rejected} if one is none. */
    List<Fields> objects(List<?> items, Fields parent, String name) {
        List<Fields> objects = new ArrayList<>(items.size());
        for (int i = 0; i < items.size(); i++) {
            if (!(items.get(i) instanceof Fields object)) {
                throw new Rejected(ApiError.schema(
                        "type", Fields.pointer(parent.pointer(), name) + "/" + i, "must be an object"));
            }
            objects.add(object);
        }
        return objects;
    }

    /** Reads the next item; if that throws {@link Rejected}, the item has this error. */
    void tryRead(Runnable reading) {
        try {
            reading.run();
            errors.add(null);
        } catch (Rejected e) {
            errors.add(e.error());
        }
    }

    /** Sets the outcomes of the items without an error, in their order. */
    void fill(List<Outcome> newOutcomes) {
        outcomes = newOutcomes;
    }

    /** The answer: {@code results}, one per item. */
    JsonWriter write(ResultWriter writer) {
        var json = new JsonWriter(64 + 96 * errors.size());
        json.beginObject().name("results").beginArray();
        Iterator<Outcome> next = outcomes.iterator();
        for (int i = 0; i < errors.size(); i++) {
            ApiError error = errors.get(i);
            writer.write(json, i, error == null ? result(next.next()) : new Failed(error));
        }
        return json.endArray().endObject();
    }

    private static Result result(Outcome outcome) {
        return outcome instanceof Outcome.Refused refused ? new Failed(Refusals.of(refused)) : new Succeeded(outcome);
    }
}
