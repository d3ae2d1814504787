package io.hiveactor.service.observe;

/** What a log line is about. */
public enum Event {
    SEND_ACCEPTED("send.accepted"),
    RECV_BATCH("recv.batch"),
    ACK_OK("ack.ok"),
    ACK_REFUSED("ack.refused"),
    DLQ_MOVE("dlq.move"),
    AUTH_DENIED("auth.denied"),
    SCANNER_REQUEUE("scanner.requeue"),
    INTEGRITY_FAIL("integrity.fail"),
    STORE_FAIL("store.fail"),
    CLOCK_STEP("clock.step"),
    READYZ_STATE("readyz.state"),
    AUDIT_MINT("audit.mint"),
    AUDIT_REVOKE("audit.revoke"),
    AUDIT_ROTATE("audit.rotate"),
    AUDIT_REPROCESS("audit.reprocess"),
    AUDIT_PURGE("audit.purge"),
    AUDIT_RELOAD("audit.reload"),
    /** What the actors below, or a library, log. */
    RUNTIME("runtime");

    private final String wire;

    Event(String wire) {
        this.wire = wire;
    }

    /** Its name in a log line. */
    public String wire() {
        return wire;
    }
}
