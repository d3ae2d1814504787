package io.hiveactor.service.http;

import io.hiveactor.service.capability.Op;
import java.util.EnumMap;
import java.util.Map;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Takes a request through all checks to the handler of its route. The first check that fails answers: path, method,
 * drain, headers, capability; then the handler reads the body and its fields, and asks for topic, payload size and
 * rate.
 *
 * <p><b>Threads:</b> any thread; each request has a virtual one of its own.
 */
final class ApiHandler extends Handler.Abstract {
    private final ServerContext context;
    private final RouteTable routes;
    private final Map<Route, RouteHandler> handlers;
    private final SlowHeaderGuard guard;

    ApiHandler(ServerContext context, Map<Route, RouteHandler> handlers, SlowHeaderGuard guard) {
        this.context = context;
        this.routes = new RouteTable(handlers.keySet());
        this.handlers = new EnumMap<>(handlers);
        this.guard = guard;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        SlowHeaderGuard.Watch watch = guard.begin(request);
        var exchange = new Exchange(context, routes, request, response);
        context.backend().listener().started(exchange.route());
        Throwable failure = null;
        try {
            failure = run(exchange);
        } finally {
            exchange.end();
            watch.end();
            complete(callback, failure);
        }
        return true;
    }

    /** Returns why the answer was not written, or null. */
    private @Nullable Throwable run(Exchange exchange) {
        try {
            serve(exchange);
        } catch (Rejected e) {
            exchange.reply(e.error());
        } catch (RuntimeException | Error bug) {
            context.backend().listener().failed(exchange.route(), bug, exchange.corrId());
            if (exchange.isCommitted()) {
                return bug;
            }
            exchange.reply(ApiError.of(ErrorCode.E_INTERNAL, "bug", "the service has a bug; it was logged"));
        }
        return exchange.failure();
    }

    private void serve(Exchange exchange) {
        Route route = exchange.route();
        RouteHandler handler = handlers.get(route);
        if (handler == null) {
            throw new Rejected(ApiError.of(ErrorCode.E_NOT_FOUND, "path", "there is no such path"));
        }
        if (!exchange.method().equals(route.method())) {
            throw new Rejected(ApiError.of(ErrorCode.E_SCHEMA, "method", "the method must be " + route.method())
                    .withStatus(405));
        }
        if (route.stopsAtDrain() && context.isDraining()) {
            throw new Rejected(Refusals.draining(exchange.limits()));
        }
        HeaderChecks.check(exchange);
        Op permission = route.permission();
        if (permission != null) {
            switch (context.backend().access().check(exchange.header("Authorization"), permission)) {
                case AccessCheck.Granted granted -> exchange.grant(granted.grant());
                case AccessCheck.Denied denied -> exchange.check(denied);
            }
        }
        handler.handle(exchange);
    }

    private static void complete(Callback callback, @Nullable Throwable failure) {
        if (failure == null) {
            callback.succeeded();
        } else {
            callback.failed(failure);
        }
    }
}
