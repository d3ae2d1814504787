package io.hiveactor.testkit;

import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;

/** A template whose only invocation runs the test method several times, so that a report has one entry for all runs. */
abstract class RepeatingExtension implements TestTemplateInvocationContextProvider {
    /** What the entry of a report is called. */
    abstract String displayName(Method method);

    /** Runs the test method as often as its annotation says. */
    abstract void runAll(ExtensionContext context, Method method, TestRuns runs) throws Throwable;

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return true;
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        return Stream.of(new TestTemplateInvocationContext() {
            @Override
            public String getDisplayName(int number) {
                return displayName(context.getRequiredTestMethod());
            }

            @Override
            public List<Extension> getAdditionalExtensions() {
                return List.of(new Repetition());
            }
        });
    }

    private final class Repetition implements InvocationInterceptor, ParameterResolver, AfterEachCallback {
        private @Nullable TestRuns runs;
        /** For what JUnit itself calls, on its own instance: methods before each test and the like. */
        private @Nullable TestRuntime own;

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == TestRuntime.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            TestRuntime current = runs == null ? own : runs.runtime();
            if (current == null) {
                current = new TestRuntime();
                own = current;
            }
            return current;
        }

        @Override
        public void interceptTestTemplateMethod(
                Invocation<Void> invocation, ReflectiveInvocationContext<Method> called, ExtensionContext context)
                throws Throwable {
            invocation.skip();
            var all = new TestRuns(context, called.getExecutable(), called.getArguments());
            runs = all;
            try {
                runAll(context, called.getExecutable(), all);
            } finally {
                runs = null;
            }
        }

        @Override
        public void afterEach(ExtensionContext context) {
            if (own != null) {
                own.close();
            }
        }
    }

    /** The command that runs one test again with a property. */
    static String command(Class<?> testClass, Method method, String property, Object value) {
        String name = testClass.getName();
        String test = "-Dtest=" + name.substring(name.lastIndexOf('.') + 1) + "#" + method.getName();
        boolean isNested = name.indexOf('$') >= 0; // which a shell would take for a variable
        return "mvn test " + (isNested ? "'" + test + "'" : test) + " -D" + property + "=" + value;
    }
}
