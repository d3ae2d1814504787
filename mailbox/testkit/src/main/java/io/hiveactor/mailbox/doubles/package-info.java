/**
 * Mailboxes for tests of code that uses mailboxes: one drops messages, one collects them, one fails on request. And a
 * clock that moves only when it is stepped.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.mailbox.doubles;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
