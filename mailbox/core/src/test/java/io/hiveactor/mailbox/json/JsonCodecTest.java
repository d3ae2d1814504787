package io.hiveactor.mailbox.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hiveactor.mailbox.BackendException;
import io.hiveactor.mailbox.Codec;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;

class JsonCodecTest {
    public record Order(String id, int items, BigDecimal total) {}

    public record Request<B>(String id, B body) {}

    private static final Order ORDER = new Order("o-1 \"ä😀\"", 3, new BigDecimal("12.50"));

    private static <T> T thereAndBack(Codec<T> codec, T body) throws Exception {
        return codec.reader().read(codec.encode(body, "orders"));
    }

    @Nested
    class GivenAClass {
        private final Codec<Order> codec = JsonCodec.of(Order.class);

        @Test
        void aRecordComesBackEqual() throws Exception {
            assertEquals(ORDER, thereAndBack(codec, ORDER));
        }

        @Test
        void whatOthersWroteIsRead() throws Exception {
            assertEquals(new Order("a", 1, BigDecimal.TEN), codec.reader().read("{\"id\":\"a\",\"items\":1,\"total\":10}"));
        }

        @Test
        void simpleBodiesAreBodiesToo() throws Exception {
            assertEquals("x", thereAndBack(JsonCodec.of(String.class), "x"));
            assertEquals("\"x\"", JsonCodec.of(String.class).encode("x", "m"));
            assertEquals(7, thereAndBack(JsonCodec.of(Integer.class), 7));
        }
    }

    @Nested
    class GivenATypeWithArguments {
        @Test
        void itsArgumentsAreClasses() throws Exception {
            Codec<Request<Order>> codec = JsonCodec.of(Request.class, Order.class);
            assertEquals(new Request<>("r", ORDER), thereAndBack(codec, new Request<>("r", ORDER)));
            Codec<Map<String, Order>> map = JsonCodec.of(Map.class, String.class, Order.class);
            assertEquals(Map.of("k", ORDER), thereAndBack(map, Map.of("k", ORDER)));
        }

        @Test
        void itIsGivenAsAType() throws Exception {
            Codec<Request<List<Order>>> codec = JsonCodec.of(new TypeReference<Request<List<Order>>>() {}.getType());
            var body = new Request<>("r", List.of(ORDER, ORDER));
            assertEquals(body, thereAndBack(codec, body));
        }
    }

    @Nested
    class GivenNull {
        private final Codec<Order> codec = JsonCodec.of(Order.class);

        @Test
        @SuppressWarnings("NullAway") // to see it refused
        void itIsNotWritten() {
            var failed = assertThrows(BackendException.class, () -> codec.encode(null, "orders"));
            assertEquals("cannot write a body for mailbox orders: a body must not be null", failed.getMessage());
        }

        @Test
        void itIsNotRead() {
            assertThrows(NullPointerException.class, () -> codec.reader().read("null"));
        }

        @Test
        void itIsReadWhereTheTypeMakesSomethingOfIt() throws Exception {
            assertEquals(Optional.empty(), JsonCodec.of(Optional.class).reader().read("null"));
        }
    }

    @Nested
    class GivenABodyThatDoesNotParse {
        private final Codec<Order> codec = JsonCodec.of(Order.class);

        @Test
        void theReaderThrows() {
            for (String text : List.of("", "{", "[]", "\"x\"", "{\"items\":\"many\"}", "{} {}")) {
                assertThrows(JacksonException.class, () -> codec.reader().read(text), text);
            }
        }
    }
}
