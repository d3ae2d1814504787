package io.hiveactor.testkit;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * Runs one test method several times within one test of JUnit, each time on new instances of the test class and the
 * classes around it, with their {@code @BeforeEach} and {@code @AfterEach} methods.
 *
 * <p><b>Threads:</b> owner only, the test's thread.
 */
final class TestRuns {
    private final ExtensionContext context;
    private final Method method;
    private final List<@Nullable Object> arguments;
    /** What parameters of type {@link TestRuntime} get. */
    private @Nullable TestRuntime runtime;

    /** @param arguments what JUnit has resolved; those of type {@link TestRuntime} are replaced for each run */
    TestRuns(ExtensionContext context, Method method, List<@Nullable Object> arguments) {
        this.context = context;
        this.method = method;
        this.arguments = arguments;
        if (!Arrays.asList(method.getParameterTypes()).contains(TestRuntime.class)) {
            throw new IllegalArgumentException(
                    method + " needs a parameter of type TestRuntime: the runtime whose schedules it runs under");
        }
    }

    /** The runtime of the run in progress; null between runs. */
    @Nullable TestRuntime runtime() {
        return runtime;
    }

    void run(TestRuntime with) throws Throwable {
        runtime = with;
        try {
            List<Object> instances = newInstances();
            Throwable failure = null;
            try {
                for (Object instance : instances) {
                    call(instance, methodsBefore(instance));
                }
                ReflectionSupport.invokeMethod(method, instances.getLast(), arguments(with));
            } catch (Throwable e) { // the methods after it run all the same
                failure = e;
            }
            for (Object instance : instances.reversed()) {
                failure = callAll(instance, failure);
            }
            if (failure != null) {
                throw failure;
            }
        } finally {
            runtime = null;
        }
    }

    private @Nullable Object[] arguments(TestRuntime with) {
        @Nullable Object[] all = arguments.toArray();
        Class<?>[] types = method.getParameterTypes();
        for (int i = 0; i < all.length; i++) {
            all[i] = types[i] == TestRuntime.class ? with : all[i];
        }
        return all;
    }

    private List<Object> newInstances() {
        List<Object> present = context.getRequiredTestInstances().getAllInstances();
        if (context.getTestInstanceLifecycle().equals(Optional.of(Lifecycle.PER_CLASS))) {
            return present;
        }
        List<Object> instances = new ArrayList<>();
        for (Object each : present) {
            Constructor<?> constructor = each.getClass().getDeclaredConstructors()[0];
            boolean isInner = !instances.isEmpty();
            instances.add(isInner
                    ? context.getExecutableInvoker().invoke(constructor, instances.getLast())
                    : context.getExecutableInvoker().invoke(constructor));
        }
        return instances;
    }

    private void call(Object instance, List<Method> methods) {
        for (Method each : methods) {
            Object nothing = context.getExecutableInvoker().invoke(each, instance);
            assert nothing == null : each + " returned " + nothing;
        }
    }

    private @Nullable Throwable callAll(Object instance, @Nullable Throwable before) {
        Throwable failure = before;
        try {
            call(instance, methodsAfter(instance));
        } catch (Throwable e) {
            if (failure == null) {
                failure = e;
            } else {
                failure.addSuppressed(e);
            }
        }
        return failure;
    }

    private static List<Method> methodsBefore(Object instance) {
        return AnnotationSupport.findAnnotatedMethods(
                instance.getClass(), BeforeEach.class, HierarchyTraversalMode.TOP_DOWN);
    }

    private static List<Method> methodsAfter(Object instance) {
        return AnnotationSupport.findAnnotatedMethods(
                instance.getClass(), AfterEach.class, HierarchyTraversalMode.BOTTOM_UP);
    }
}
