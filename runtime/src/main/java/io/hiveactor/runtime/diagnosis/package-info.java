/**
 * What a hive looks like from outside, and what follows from that. Start at {@link
 * io.hiveactor.runtime.diagnosis.HiveSnapshot} and {@link io.hiveactor.runtime.diagnosis.Diagnosis}.
 *
 * <p>Plain data and functions of it: nothing here knows a hive, waits, or reads a clock. Actors are named, not referred to,
 * so a report that is kept keeps nothing alive.
 */
@NullMarked
@CheckReturnValue
package io.hiveactor.runtime.diagnosis;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
