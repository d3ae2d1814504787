package io.hiveactor.ipc;

/** The code of an actor that knows the type of its messages. */
interface Typed {
    Class<?> type();
}
