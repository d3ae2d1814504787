package io.hiveactor.service.http;

/** Answers the requests of one route. Throws {@link Rejected} for an error. */
@FunctionalInterface
interface RouteHandler {
    void handle(Exchange exchange);
}
