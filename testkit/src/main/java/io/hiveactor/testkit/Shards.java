package io.hiveactor.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Fixes the number of shards of the {@link TestRuntime} that {@link HiveExtension} passes to a test. Without it the seed
 * chooses between one and three.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Shards {
    /** At least 1. */
    int value();
}
