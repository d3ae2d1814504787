package io.hiveactor.runtime.port;

/** A request whose answer has room already. Owner only, the actor that asked; used for the next request after its end. */
public interface OpenRequest {
    /** Its number, which no other request of the hive ever has. */
    long correlation();
}
