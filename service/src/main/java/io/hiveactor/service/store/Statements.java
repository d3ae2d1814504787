package io.hiveactor.service.store;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The prepared statements of one connection, each prepared once. */
final class Statements {
    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

    Statements(Connection connection) {
        this.connection = connection;
    }

    Connection connection() {
        return connection;
    }

    /** Returns the statement with these parameters set: numbers, text, bytes or null. */
    PreparedStatement with(String sql, @Nullable Object... parameters) throws SQLException {
        PreparedStatement statement = prepared.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            prepared.put(sql, statement);
        }
        for (int i = 0; i < parameters.length; i++) {
            switch (parameters[i]) {
                case null -> statement.setNull(i + 1, Types.NULL);
                case Long number -> statement.setLong(i + 1, number);
                case Integer number -> statement.setInt(i + 1, number);
                case String text -> statement.setString(i + 1, text);
                case byte[] bytes -> statement.setBytes(i + 1, bytes);
                default -> throw new IllegalArgumentException("not a parameter: " + parameters[i].getClass());
            }
        }
        return statement;
    }

    @CanIgnoreReturnValue
    int update(String sql, @Nullable Object... parameters) throws SQLException {
        return with(sql, parameters).executeUpdate();
    }

    ResultSet query(String sql, @Nullable Object... parameters) throws SQLException {
        return with(sql, parameters).executeQuery();
    }

    /** The first column of the only row. */
    long number(String sql, @Nullable Object... parameters) throws SQLException {
        try (ResultSet result = query(sql, parameters)) {
            return result.next() ? result.getLong(1) : 0;
        }
    }
}
