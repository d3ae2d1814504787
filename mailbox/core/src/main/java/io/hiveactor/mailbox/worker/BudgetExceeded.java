package io.hiveactor.mailbox.worker;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An attempt took longer than the budget of its request. Its handler was interrupted, and whatever it returned is not
 * used.
 */
public final class BudgetExceeded extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** @param cause what the handler threw when it was interrupted; null if it returned all the same */
    BudgetExceeded(@Nullable Duration budget, @Nullable Throwable cause) {
        super("the attempt exceeded its budget of " + budget, cause);
    }
}
