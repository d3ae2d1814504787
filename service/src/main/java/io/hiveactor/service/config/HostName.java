package io.hiveactor.service.config;

import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * This host's name, the default of {@code node.name}.
 *
 * <p><b>Threads:</b> immutable. Read once: a name that changes later would look like a changed key.
 */
final class HostName {
    static final String VALUE = read();

    private HostName() {}

    static boolean isName(String text) {
        return text.matches("[A-Za-z0-9._:/-]{1,128}");
    }

    private static String read() {
        try {
            String name = InetAddress.getLocalHost().getHostName();
            return isName(name) ? name : "localhost";
        } catch (UnknownHostException hasNoName) {
            return "localhost";
        }
    }
}
