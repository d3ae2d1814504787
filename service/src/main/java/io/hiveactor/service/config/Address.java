package io.hiveactor.service.config;

import java.net.InetAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a listener listens. An IPv6 address is held without its brackets.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param port 0 lets the system choose one
 */
public record Address(String host, int port) {
    private static final Pattern FORM = Pattern.compile(
            "(?:\\[(?<six>[0-9A-Fa-f:.]{2,45})]|(?<name>[A-Za-z0-9._-]{1,253})):(?<port>[0-9]{1,5})");
    private static final int MAX_PORT = 65_535;

    /** Reads {@code host:port} or {@code [ipv6]:port}; null if it is neither. Resolves no name. */
    static @Nullable Address parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            return null;
        }
        String six = parts.group("six");
        String host = six == null ? parts.group("name") : six;
        int port = Integer.parseInt(parts.group("port"));
        if (host == null || port > MAX_PORT || (six != null && literal(six) == null)) {
            return null;
        }
        return new Address(host, port);
    }

    /** True for literal loopback addresses and {@code localhost}. Another name is never loopback: none is resolved. */
    public boolean isLoopback() {
        InetAddress literal = literal(host);
        return literal == null ? host.equalsIgnoreCase("localhost") : literal.isLoopbackAddress();
    }

    private static @Nullable InetAddress literal(String host) {
        try {
            return InetAddress.ofLiteral(host);
        } catch (IllegalArgumentException notLiteral) {
            return null;
        }
    }

    @Override
    public String toString() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}
