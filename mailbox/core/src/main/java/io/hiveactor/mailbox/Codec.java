package io.hiveactor.mailbox;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How bodies become text and back, for mailboxes that live elsewhere.
 *
 * @param writer its failure is a {@link BackendException} of the send
 * @param reader its failure, also by an error, concerns that one message: see {@link Mailbox#receiveBatch}
 */
public record Codec<T extends @Nullable Object>(Writer<T> writer, Reader<T> reader) {
    /** One way. */
    @FunctionalInterface
    public interface Writer<T extends @Nullable Object> {
        String write(T body) throws Exception;
    }

    /** And back. */
    @FunctionalInterface
    public interface Reader<T extends @Nullable Object> {
        T read(String text) throws Exception;
    }

    public Codec {
        Objects.requireNonNull(writer, "writer");
        Objects.requireNonNull(reader, "reader");
    }

    /** Text as it is. */
    public static Codec<String> text() {
        return new Codec<>(text -> Objects.requireNonNull(text, "a text must not be null"), text -> text);
    }

    /**
     * A body as text.
     *
     * @param mailbox for whom, if it fails
     */
    public String encode(T body, String mailbox) {
        try {
            return Objects.requireNonNull(writer.write(body), "the codec gave null");
        } catch (Exception e) {
            throw new BackendException("cannot write a body for mailbox " + mailbox + ": " + e.getMessage(), e);
        }
    }
}
