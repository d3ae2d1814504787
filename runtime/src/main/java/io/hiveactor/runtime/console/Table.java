package io.hiveactor.runtime.console;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Rows under titles, each column as wide as its widest cell.
 *
 * @param <R> what a row shows
 */
final class Table<R> {
    /** @param isNumber stands to the right */
    private record Column<R>(String title, boolean isNumber, Function<R, String> cell) {
        List<String> cells(List<R> rows) {
            var cells = new ArrayList<>(List.of(title));
            rows.forEach(row -> cells.add(Line.printable(cell.apply(row))));
            int width = cells.stream().mapToInt(Line::width).max().orElseThrow();
            cells.replaceAll(text -> isNumber ? Line.toTheRight(text, width) : Line.toTheLeft(text, width));
            return cells;
        }
    }

    private final List<Column<R>> columns = new ArrayList<>();

    Table<R> words(String title, Function<R, String> cell) {
        columns.add(new Column<>(title, false, cell));
        return this;
    }

    Table<R> numbers(String title, Function<R, String> cell) {
        columns.add(new Column<>(title, true, cell));
        return this;
    }

    /** The titles, and a line for each row. */
    List<String> lines(List<R> rows) {
        List<List<String>> all = columns.stream().map(column -> column.cells(rows)).toList();
        var lines = new ArrayList<String>();
        for (int i = 0; i <= rows.size(); i++) {
            int line = i;
            lines.add(String.join(" ", all.stream().map(cells -> cells.get(line)).toList()).stripTrailing());
        }
        return lines;
    }
}
