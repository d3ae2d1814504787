package io.hiveactor.runtime;

/** A handler that has something to do before its first message. */
public interface StartingHandler extends Handler {
    /** Called once, as the actor, when it starts. May wait, and may throw, like {@link #onMessage}. */
    void onStart(ActorContext context) throws Exception;
}
