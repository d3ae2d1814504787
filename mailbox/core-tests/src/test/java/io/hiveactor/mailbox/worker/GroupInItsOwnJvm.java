package io.hiveactor.mailbox.worker;

import io.hiveactor.mailbox.Sent;
import io.hiveactor.mailbox.memory.MemoryMailbox;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A program with one worker, whose handler waits for a line; what happens at its end is printed. */
final class GroupInItsOwnJvm {
    private GroupInItsOwnJvm() {}

    public static void main(String[] args) throws Exception {
        var requests = new MemoryMailbox<WorkRequest<String>, WorkResult<String>>("requests");
        var answers = new MemoryMailbox<WorkResult<String>, Void>("answers");
        for (String each : new String[] {"first", "second"}) {
            if (!(requests.send(WorkRequest.of(each), answers) instanceof Sent)) {
                throw new IllegalStateException("not sent");
            }
        }
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        boolean isClosed = args[0].equals("closed");
        var isReady = new CountDownLatch(1);
        var isAtWork = new CountDownLatch(1);
        WorkerGroup group = WorkerGroup.of(1, () -> new MailboxWorker<String, String>(requests, (body, attempt) -> {
            isReady.await();
            System.out.println("working on " + body);
            isAtWork.countDown();
            String line = in.readLine();
            if (line == null && !isClosed) {
                Runtime.getRuntime().halt(1); // the test has ended without it
            }
            return body + line;
        }));
        boolean isGivenUp = args[0].equals("given up");
        boolean isPatient = !isGivenUp && !args[0].equals("impatient");
        if (isPatient) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> sayWhenWorkersAreTold(isClosed)));
        }
        Duration timeout = isPatient ? Duration.ofMinutes(1) : Duration.ofMillis(10);
        group.shutdownWithJvm(timeout,
                () -> System.out.println("closed: answers " + answers.approximateCount() + ", requests left "
                        + requests.approximateCount() + ", workers running " + group.running()),
                () -> System.out.println("closed: the second resource"));
        isReady.countDown();
        isAtWork.await();
        if (isClosed) {
            group.close();
            return;
        }
        if (isGivenUp) {
            Thread.currentThread().interrupt();
            group.close();
            System.out.println("close gave up" + (Thread.interrupted() ? "" : " without an interrupt"));
        }
        var _ = new CountDownLatch(1).await(2, TimeUnit.MINUTES); // for the signal
        Runtime.getRuntime().halt(2);
    }

    /** The hook of the group waits for its workers only after it has told each of them to end. */
    @SuppressWarnings("ThreadPriorityCheck") // only a courtesy where cores are few
    private static void sayWhenWorkersAreTold(boolean isClosed) {
        long limit = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!isClosed && System.nanoTime() < limit && Thread.getAllStackTraces().keySet().stream().noneMatch(each ->
                each.getName().equals("mailbox-worker-shutdown") && each.getState() == Thread.State.TIMED_WAITING)) {
            Thread.yield();
        }
        System.out.println("the JVM is ending");
    }
}
