package io.hiveactor.service.engine;
/** x. */
public final class Engine {}
