package io.hiveactor.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

class HiveExtensionTest {
    private static final List<Long> SEEDS = new ArrayList<>();

    /** Run by the test below only. */
    @ExtendWith(HiveExtension.class)
    @Tag("inner")
    static class Cases {
        @Test
        @Seed(42)
        void failing(TestRuntime runtime) {
            SEEDS.add(runtime.seed());
            throw new AssertionError("on purpose");
        }
    }

    @Test
    void aFailureNamesItsSeedAndASeedIsReplayed() {
        SEEDS.clear();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(Cases.class))
                .configurationParameter("junit.jupiter.conditions.deactivate", "*")
                .build();
        var failures = new ArrayList<Throwable>();
        LauncherFactory.create().execute(request, new TestExecutionListener() {
            @Override
            public void executionFinished(
                    TestIdentifier test, org.junit.platform.engine.TestExecutionResult result) {
                result.getThrowable().ifPresent(failures::add);
            }
        });

        assertEquals(List.of(42L), SEEDS);
        assertEquals(1, failures.size());
        assertEquals("on purpose", failures.getFirst().getMessage());
        String hint = String.valueOf(failures.getFirst().getSuppressed()[0].getMessage());
        assertTrue(hint.contains("-Dhive.seed=42"), hint);
    }
}
