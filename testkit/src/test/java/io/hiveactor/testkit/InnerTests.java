package io.hiveactor.testkit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs tests within a test, and keeps what a report would have of them. */
final class InnerTests implements TestExecutionListener {
    final List<Throwable> failures = new ArrayList<>();
    final List<String> tests = new ArrayList<>();
    final Map<String, String> entries = new HashMap<>();

    private InnerTests(DiscoverySelector what) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(what)
                .configurationParameter("junit.jupiter.conditions.deactivate", "*")
                .build();
        LauncherFactory.create().execute(request, this);
    }

    static InnerTests run(Class<?> cases) {
        return new InnerTests(selectClass(cases));
    }

    /** Runs the method with a parameter of type {@link TestRuntime}. */
    static InnerTests run(Class<?> cases, String method) {
        return new InnerTests(selectMethod(cases, method, TestRuntime.class));
    }

    /** Runs the method while a system property is set. */
    static InnerTests run(Class<?> cases, String method, String property, Object value) {
        String before = System.getProperty(property);
        System.setProperty(property, value.toString());
        try {
            return run(cases, method);
        } finally {
            if (before == null) {
                System.clearProperty(property);
            } else {
                System.setProperty(property, before);
            }
        }
    }

    /** The message of the only failure. */
    String failure() {
        if (failures.size() != 1) {
            throw new AssertionError("not one failure: " + failures);
        }
        return String.valueOf(failures.getFirst().getMessage());
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (test.isTest()) {
            tests.add(test.getDisplayName());
        }
        result.getThrowable().ifPresent(failures::add);
    }

    @Override
    public void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
        entries.putAll(entry.getKeyValuePairs());
    }
}
