package io.hiveactor.service.http;

/** The headers that every request is checked for. */
final class HeaderChecks {
    private static final String JSON = "application/json";

    private HeaderChecks() {}

    /** Throws {@link Rejected} for a header that breaks a rule. */
    static void check(Exchange exchange) {
        if (!exchange.isCorrIdGood()) {
            throw new Rejected(ApiError.schema("header", Exchange.CORR_ID, "must be a UUID of version 7"));
        }
        String mode = exchange.header(SendRoutes.IDEMPOTENCY_MODE);
        if (mode != null && !mode.equals(SendRoutes.CONFLICT) && !mode.equals(SendRoutes.FLAG)) {
            throw new Rejected(ApiError.schema(
                    "header", SendRoutes.IDEMPOTENCY_MODE, "must be 200-flag or 409-conflict"));
        }
        if (exchange.header("Content-Encoding") != null) {
            throw unsupported("Content-Encoding", "bodies may not be compressed");
        }
        if (exchange.route().hasBody() && !isJson(exchange)) {
            throw unsupported("Content-Type", "must be application/json");
        }
    }

    /** An empty body needs no type; HTTP/2 may leave its length open, and only an ACK may have one. */
    private static boolean isJson(Exchange exchange) {
        String type = exchange.header("Content-Type");
        if (type == null) {
            return exchange.bodyLength() == 0 || (exchange.bodyLength() < 0 && exchange.route() == Route.ACK);
        }
        if (type.equals(JSON)) {
            return true;
        }
        int end = type.indexOf(';');
        String media = (end < 0 ? type : type.substring(0, end)).strip();
        String rest = end < 0 ? "" : type.substring(end + 1).strip();
        return media.equalsIgnoreCase(JSON)
                && (rest.isEmpty() || rest.replace("\"", "").equalsIgnoreCase("charset=utf-8"));
    }

    private static Rejected unsupported(String header, String message) {
        return new Rejected(ApiError.schema("header", header, message).withStatus(415));
    }
}
