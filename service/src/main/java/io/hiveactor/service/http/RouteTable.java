package io.hiveactor.service.http;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the route of a path.
 *
 * <p><b>Threads:</b> immutable.
 */
final class RouteTable {
    private static final String ID = "{msg_id}";
    private static final String PAYLOAD = "/payload";

    /** A route and the message id in its path, not yet checked. */
    record Match(Route route, @Nullable String messageId) {}

    static final Match UNKNOWN = new Match(Route.UNKNOWN, null);

    private final Map<String, Match> exact = new HashMap<>();
    private final Map<String, Route> prefixes = new HashMap<>();

    RouteTable(Iterable<Route> routes) {
        for (Route route : routes) {
            int id = route.path().indexOf(ID);
            if (id < 0) {
                exact.put(route.path(), new Match(route, null));
            } else if (route != Route.DLQ_PAYLOAD) {
                prefixes.put(route.path().substring(0, id), route);
            }
        }
    }

    Match find(String path) {
        Match match = exact.get(path);
        return match != null ? match : byPrefix(path);
    }

    private Match byPrefix(String path) {
        boolean isPayload = path.startsWith("/v1/dlq/") && path.endsWith(PAYLOAD);
        String bare = isPayload ? path.substring(0, path.length() - PAYLOAD.length()) : path;
        int id = bare.lastIndexOf('/') + 1;
        Route route = prefixes.get(bare.substring(0, id));
        if (route == null || id == bare.length()) {
            return UNKNOWN;
        }
        return new Match(isPayload ? Route.DLQ_PAYLOAD : route, bare.substring(id));
    }
}
