package io.hiveactor.runtime.queue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A queue with many producers and one consumer that takes everything at once.
 *
 * <p><b>Threads:</b> any thread may push; one thread takes.
 */
public final class Inbox extends InboxTop {
    /*
     * Producers push onto a stack; the consumer takes the whole stack and turns it round. So the order of
     * one producer's nodes holds, a push is one CAS with nothing half done before or after it (a
     * StackOverflowError leaves it either done or not), and whether anything is there is one read.
     *
     * Ordering: what the producer wrote into the node is published by the CAS and seen by whoever takes it.
     * A node taken and pushed again in between does no harm: nobody but the consumer ever removes.
     */
    private static final VarHandle TOP;

    static {
        try {
            TOP = MethodHandles.lookup().findVarHandle(InboxTop.class, "top", Node.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    long behind0;
    long behind1;
    long behind2;
    long behind3;
    long behind4;
    long behind5;
    long behind6;
    long behind7;

    /**
     * Adds a node that is in no inbox.
     *
     * <p>The last thing it does is the CAS: what a caller does next, it does for a node that is in.
     */
    public void push(Node node) {
        Node below;
        do {
            below = top;
            node.next = below;
        } while (!TOP.compareAndSet(this, below, node));
    }

    public boolean isEmpty() {
        return top == null;
    }

    /** Shows all nodes, the newest first, to somebody who knows that nobody pushes or takes meanwhile. */
    public void forEach(Consumer<Node> look) {
        for (Node node = top; node != null; node = node.next) {
            look.accept(node);
        }
    }

    /** Takes all nodes, the oldest first; {@link Node#unlink()} leads through them. */
    public @Nullable Node takeAll() {
        if (top == null) {
            return null;
        }
        Node newest = (Node) TOP.getAndSet(this, null);
        Node oldest = null;
        while (newest != null) {
            Node older = newest.next;
            newest.next = oldest;
            oldest = newest;
            newest = older;
        }
        return oldest;
    }
}

/** What producers and the consumer pull at; see {@link PaddedBefore}. */
abstract class InboxTop extends PaddedBefore {
    volatile @Nullable Node top;
}
