package io.hiveactor.testkit;

import io.hiveactor.testkit.ScheduleExplorer.Exploration;
import io.hiveactor.testkit.ScheduleExplorer.FailedSchedule;
import java.lang.reflect.Method;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.opentest4j.TestAbortedException;

/** Runs the tests of {@link ExploreSchedules}. */
public final class ExploreExtension extends RepeatingExtension {
    /** Called by JUnit. */
    public ExploreExtension() {}

    @Override
    String displayName(Method method) {
        return "every schedule";
    }

    @Override
    void runAll(ExtensionContext context, Method method, TestRuns runs) {
        ExploreSchedules how = AnnotationSupport.findAnnotation(method, ExploreSchedules.class).orElseThrow();
        var explorer = new ScheduleExplorer(
                TestRuntime.config().shards(how.shards()).build(), how.max(), how.reduce(), how.allowCrashes());
        String given = System.getProperty(ScheduleExplorer.SCHEDULE_PROPERTY);
        Exploration result = given == null ? explorer.explore(runs::run) : explorer.replay(runs::run, given);
        context.publishReportEntry("schedules", result.toString());
        FailedSchedule failed = result.failed();
        if (failed != null) {
            if (failed.cause() instanceof TestAbortedException aborted) {
                throw aborted;
            }
            String command = command(
                    context.getRequiredTestClass(), method, ScheduleExplorer.SCHEDULE_PROPERTY, failed.schedule());
            throw new AssertionError(describe(failed, result, command), failed.cause());
        }
        if (given == null && how.requireAll() && !result.isComplete()) {
            throw new AssertionError(result + ", more than max = " + how.max());
        }
    }

    private static String describe(FailedSchedule failed, Exploration result, String command) {
        return failed.reason() + "\n\nSchedule " + failed.schedule() + " (" + result + "):\n" + failed.trace()
                + "\n\nReplay it with: " + command + "\n";
    }
}
