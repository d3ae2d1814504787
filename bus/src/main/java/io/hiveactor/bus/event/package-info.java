/** What a bus tells the flight recorder. */
@NullMarked
package io.hiveactor.bus.event;

import org.jspecify.annotations.NullMarked;
