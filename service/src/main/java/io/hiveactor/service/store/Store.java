package io.hiveactor.service.store;
/** x. */
public interface Store {}
