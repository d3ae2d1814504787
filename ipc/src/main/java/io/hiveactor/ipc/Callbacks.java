package io.hiveactor.ipc;

/** What to say to code that answers on another thread than its actor's, such as the callback of a future. */
final class Callbacks {
    private Callbacks() {}

    /** @param refusal what the runtime threw */
    static WrongThreadException refused(String what, WrongThreadException refusal) {
        var explained = new WrongThreadException(what + " was answered by " + Thread.currentThread()
                + ", which does not run its actor. In the callback of a future: keep the right to answer with replyLater,"
                + " and run the callback as the actor, as in"
                + " future.thenAcceptAsync(answer -> later.reply(answer), self.ref().asExecutor())");
        explained.initCause(refusal);
        return explained;
    }
}
