package io.hiveactor.mailbox.json;

import io.hiveactor.mailbox.Codec;
import java.lang.reflect.Type;
import java.util.Objects;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** Bodies as JSON: records, and whatever else Jackson knows. */
public final class JsonCodec {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private JsonCodec() {}

    /** For bodies of one class. Null is refused, in both directions. */
    public static <T> Codec<T> of(Class<T> type) {
        return codec(MAPPER.constructType(type));
    }

    /**
     * For bodies of a type with arguments, such as a request of something.
     *
     * @param type as {@code new TypeReference<WorkRequest<Order>>() {}.getType()} has it
     */
    public static <T> Codec<T> of(Type type) {
        return codec(MAPPER.constructType(type));
    }

    /** For a type with one or more arguments, which are classes. */
    public static <T> Codec<T> of(Class<?> generic, Class<?>... arguments) {
        return codec(MAPPER.getTypeFactory().constructParametricType(generic, arguments));
    }

    private static <T> Codec<T> codec(JavaType type) {
        ObjectWriter writer = MAPPER.writerFor(type);
        ObjectReader reader = MAPPER.readerFor(type);
        return new Codec<>(
                body -> writer.writeValueAsString(Objects.requireNonNull(body, "a body must not be null")),
                text -> Objects.requireNonNull(reader.<T>readValue(text), "a body must not be null"));
    }
}
