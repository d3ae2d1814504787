package io.hiveactor.service.http;

import java.util.EnumMap;
import java.util.Map;

/** Which handler answers which route. */
final class RouteHandlers {
    private RouteHandlers() {}

    /** Those of the listener of the API. */
    static Map<Route, RouteHandler> api(ServerContext context) {
        Map<Route, RouteHandler> handlers = new EnumMap<>(Route.class);
        var receive = new ReceiveRoutes(context.streams());
        var lease = new LeaseRoutes(context.streams());
        var topics = new TopicRoutes(context.backend().rates());
        var revoke = new RevokeRoute(context.backend().access());
        var open = new OpenRoutes(context);
        handlers.put(Route.SEND, SendRoutes::send);
        handlers.put(Route.SEND_BATCH, SendRoutes::sendBatch);
        handlers.put(Route.RECV, receive::receive);
        handlers.put(Route.RECV_CANCEL, receive::cancel);
        handlers.put(Route.RECV_STREAM, exchange -> StreamRoute.stream(exchange, context.streams()));
        handlers.put(Route.ACK, lease::ack);
        handlers.put(Route.ACK_BATCH, lease::ackBatch);
        handlers.put(Route.NACK, lease::nack);
        handlers.put(Route.EXTEND, lease::extend);
        handlers.put(Route.DLQ_LIST, DeadLetterRoutes::list);
        handlers.put(Route.DLQ_READ, DeadLetterRoutes::read);
        handlers.put(Route.DLQ_PAYLOAD, DeadLetterRoutes::payload);
        handlers.put(Route.DLQ_REPROCESS, DeadLetterRoutes::reprocess);
        handlers.put(Route.DLQ_PURGE, DeadLetterRoutes::purge);
        handlers.put(Route.TOPICS, topics::list);
        handlers.put(Route.TOPICS_PURGE, TopicRoutes::purge);
        handlers.put(Route.STATS, topics::stats);
        handlers.put(Route.SERIES, topics::series);
        handlers.put(Route.REVOKE, revoke::revoke);
        handlers.put(Route.PAGE, open::page);
        handlers.put(Route.OPENAPI, open::openApi);
        handlers.put(Route.HEALTHZ, open::health);
        handlers.put(Route.READYZ, open::readiness);
        return handlers;
    }

    /** Those of the second listener. */
    static Map<Route, RouteHandler> metrics(ServerContext context) {
        Map<Route, RouteHandler> handlers = new EnumMap<>(Route.class);
        var open = new OpenRoutes(context);
        handlers.put(Route.METRICS, open::metrics);
        handlers.put(Route.HEALTHZ, open::health);
        handlers.put(Route.READYZ, open::readiness);
        return handlers;
    }
}
