/**
 * Bodies as JSON, by Jackson, which only those need who use this. Start at {@link io.hiveactor.mailbox.json.JsonCodec}.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.mailbox.json;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
