package io.hiveactor.service.http;

/** Serves the API. */
public final class HttpServer {
    private HttpServer() {}
}
