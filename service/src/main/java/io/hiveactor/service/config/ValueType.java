package io.hiveactor.service.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * How values of one type are written in arguments, in the environment and in the file.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param form what a value looks like, for messages and help
 * @param toml whether a node of the file is of the kind in which the file has this type
 */
record ValueType<T>(
        Class<T> javaType, String form, Parser<T> parser, Function<T, String> printer, Predicate<JsonNode> toml) {
    /** Reads a text; null if it is not of this type. */
    interface Parser<T> {
        @Nullable T parse(String text);
    }

    static final ValueType<Duration> DURATION = new ValueType<>(Duration.class,
            "a duration such as 250ms, 5s, 10m, 24h or 7d", ValueType::parseDuration,
            value -> UnitText.DURATION.print(value.toMillis()), JsonNode::isString);
    static final ValueType<Long> SIZE = new ValueType<>(Long.class,
            "a size such as 1B, 512KiB, 1.5MiB or 8GiB", UnitText.SIZE::parse, UnitText.SIZE::print,
            JsonNode::isString);
    static final ValueType<Integer> COUNT = new ValueType<>(Integer.class,
            "a whole number", text -> isDigits(text, 9) ? Integer.valueOf(text) : null, String::valueOf,
            JsonNode::isIntegralNumber);
    /** For counts that are multiplied: a long does not overflow then. */
    static final ValueType<Long> LONG_COUNT = new ValueType<>(Long.class,
            "a whole number", text -> isDigits(text, 18) ? Long.valueOf(text) : null, String::valueOf,
            JsonNode::isIntegralNumber);
    static final ValueType<Double> FRACTION = new ValueType<>(Double.class,
            "a number such as 0.5", text -> text.matches("[0-9]{1,9}(\\.[0-9]{1,9})?") ? Double.valueOf(text) : null,
            ValueType::printFraction, JsonNode::isNumber);
    static final ValueType<Boolean> FLAG = new ValueType<>(Boolean.class, "true or false", ValueType::parseFlag,
            String::valueOf, JsonNode::isBoolean);
    static final ValueType<String> TEXT = new ValueType<>(String.class, "text", text -> text, text -> text,
            JsonNode::isString);
    /** Never shown: a URL may hold a password. */
    static final ValueType<String> SECRET_TEXT = new ValueType<>(String.class, "text", text -> text,
            text -> text.isEmpty() ? "" : "(hidden)", JsonNode::isString);
    static final ValueType<Path> PATH = new ValueType<>(Path.class, "a path", ValueType::parsePath, Path::toString,
            JsonNode::isString);
    static final ValueType<Address> ADDRESS = new ValueType<>(Address.class,
            "an address such as 127.0.0.1:9410 or [::1]:9410", Address::parse, Address::toString, JsonNode::isString);

    /** One of the constants of an enum, written in small letters. */
    static <E extends Enum<E>> ValueType<E> word(Class<E> type) {
        E[] constants = type.getEnumConstants();
        Function<E, String> word = each -> each.name().toLowerCase(Locale.ROOT);
        String words = Arrays.stream(constants).map(word).collect(Collectors.joining(", "));
        return new ValueType<>(type, "one of " + words,
                text -> Arrays.stream(constants).filter(each -> word.apply(each).equals(text)).findFirst().orElse(null),
                word, JsonNode::isString);
    }

    @Nullable T parse(String text) {
        return parser.parse(text);
    }

    /** Null also if the node is of another kind: in the file, {@code "5"} is no number. */
    @Nullable T parse(JsonNode node) {
        return toml.test(node) ? parser.parse(node.asString()) : null;
    }

    String print(T value) {
        return printer.apply(value);
    }

    private static @Nullable Duration parseDuration(String text) {
        Long millis = UnitText.DURATION.parse(text);
        return millis == null ? null : Duration.ofMillis(millis);
    }

    private static @Nullable Boolean parseFlag(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> null;
        };
    }

    private static @Nullable Path parsePath(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException noPath) {
            return null;
        }
    }

    private static String printFraction(double value) {
        return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
    }

    private static boolean isDigits(String text, int most) {
        return text.matches("[0-9]{1," + most + "}");
    }
}
