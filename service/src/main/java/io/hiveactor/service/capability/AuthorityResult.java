package io.hiveactor.service.capability;

/** The result of {@link Authority#check}: the capability, or why there is none. */
public sealed interface AuthorityResult permits Granted, Denied {}
