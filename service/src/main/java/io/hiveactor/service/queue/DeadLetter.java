package io.hiveactor.service.queue;

/**
 * A dead letter with what is known about it.
 *
 * @param topic name of its topic
 * @param message its row
 * @param dead why and when it died
 * @param ts wall time of its send
 * @param payloadHash hash of its payload
 */
public record DeadLetter(String topic, MessageRow message, DeadRow dead, String ts, Digest payloadHash) {}
