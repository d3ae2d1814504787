package io.hiveactor.runtime.queue;

/**
 * Room in front of fields that one thread writes and another one reads all the time, so that they share no line of
 * memory with their neighbours. The JVM lays a superclass's fields out first; whoever extends this adds room behind.
 */
public abstract class PaddedBefore {
    protected long before0;
    protected long before1;
    protected long before2;
    protected long before3;
    protected long before4;
    protected long before5;
    protected long before6;
    protected long before7;
}
