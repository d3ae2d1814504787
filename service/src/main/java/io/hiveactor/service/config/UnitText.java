package io.hiveactor.service.config;

import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Numbers with a unit, such as {@code 250ms} and {@code 1.5MiB}, as a whole number of the smallest unit.
 *
 * <p><b>Threads:</b> immutable.
 */
final class UnitText {
    /** In milliseconds. */
    static final UnitText DURATION = new UnitText(new Unit("ms", 1), new Unit("s", 1_000), new Unit("m", 60_000),
            new Unit("h", 3_600_000), new Unit("d", 86_400_000));
    /** In bytes. */
    static final UnitText SIZE = new UnitText(new Unit("B", 1), new Unit("KiB", 1 << 10),
            new Unit("MiB", 1 << 20), new Unit("GiB", 1 << 30));

    private static final Pattern FORM =
            Pattern.compile("(?<number>[0-9]{1,15}(?:\\.[0-9]{1,9})?)(?<unit>[A-Za-z]{1,3})");

    /** The smallest first. */
    private final List<Unit> units;

    private record Unit(String name, long factor) {}

    private UnitText(Unit... units) {
        this.units = List.of(units);
    }

    /** Null if the text is not a number with one of the units, or not a whole number of the smallest unit. */
    @Nullable Long parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            return null;
        }
        for (Unit unit : units) {
            if (unit.name.equals(parts.group("unit"))) {
                return whole(new BigDecimal(parts.group("number")).multiply(BigDecimal.valueOf(unit.factor)));
            }
        }
        return null;
    }

    private static @Nullable Long whole(BigDecimal value) {
        try {
            return value.longValueExact();
        } catch (ArithmeticException fractionOrOverflow) {
            return null;
        }
    }

    /** In the largest unit that needs no fraction, which {@link #parse} reads back. */
    String print(long value) {
        for (Unit unit : units.reversed()) {
            if (value != 0 && value % unit.factor == 0) {
                return value / unit.factor + unit.name;
            }
        }
        return value + units.getFirst().name;
    }
}
