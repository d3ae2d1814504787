/**
 * Stand-ins for the tests of those who use mailboxes: one that drops, one that collects, one that fails on request, and a
 * clock to step.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.mailbox.doubles;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
