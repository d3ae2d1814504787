package io.hiveactor.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * What a carrier can reach between two fibers, and what whoever wakes a fiber can, read from the compiled code: no lock,
 * nothing that is linked when it is first reached, no log, no code of the user's. A fiber that is set aside may hold what
 * they would have to wait for.
 */
class CarrierPathTest {
    private static final String ROOT = "io/hiveactor/";
    private static final String RUNTIME = ROOT + "runtime/";

    /** Calls into the JDK that take no lock: those by which a carrier sleeps and is woken, plain ones, and a bug's words. */
    private static final Set<String> HARMLESS = Set.of(
            "java/util/concurrent/locks/LockSupport.park", "java/util/concurrent/locks/LockSupport.parkNanos",
            "java/util/concurrent/locks/LockSupport.unpark", "java/lang/Thread.currentThread",
            "java/lang/invoke/VarHandle.compareAndSet", "java/lang/invoke/VarHandle.getVolatile",
            "java/lang/Object.<init>", "java/lang/Integer.numberOfTrailingZeros", "java/lang/Math.min",
            "java/util/Objects.requireNonNull",
            "java/time/Duration.getNano", "java/time/Duration.getSeconds", "java/time/Duration.isNegative",
            "java/lang/IllegalStateException.<init>", "java/lang/IllegalArgumentException.<init>",
            "java/lang/StringBuilder.<init>", "java/lang/StringBuilder.append", "java/lang/StringBuilder.toString");

    /** The two ways out: to the fiber itself, and, with a guest, to the JDK's scheduler. */
    private static final Set<String> WAYS_OUT = Set.of(
            "fiber/CarriedFiber.mount -> java/lang/Runnable.run",
            "fiber/JdkInternals.submit -> java/util/concurrent/Executor.execute");

    /** Not there where a hive runs on carriers: simulated time, mode JDK_SCHEDULER, and the test of the JVM before the start. */
    private static final Set<String> ELSEWHERE =
            Set.of("Simulation", "SeededRunQueue", "ExploredRunQueue", "ShardBlockedWatch", "fiber/BatonFiber",
                    "fiber/CarriedSelfTest");

    private static final Set<String> USERS = Set.of("Handler", "ActorBody", "HiveListener", "Work", "Source");

    private record Call(String owner, String name, String type) {
        @Override
        public String toString() {
            return owner.replace(RUNTIME, "") + "." + name;
        }
    }

    private final Map<String, ClassModel> classes = new HashMap<>();
    private final Set<Call> reached = new LinkedHashSet<>();
    private final Set<String> offences = new TreeSet<>();

    CarrierPathTest() throws IOException {
        try (var files = Files.walk(Path.of("target", "classes"))) {
            for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
                ClassModel model = ClassFile.of().parse(file);
                classes.put(model.thisClass().asInternalName(), model);
            }
        }
    }

    @Test
    void betweenFibersTheCarrierTakesNoLockAndCallsNobody() {
        follow(new Call(RUNTIME + "Carrier", "run", "()V"));
        assertEquals(List.of(), List.copyOf(offences));
        assertReached("Carrier.runOne", "Shard.choose", "Shard.parked", "Rest.sleep", "RunQueue.take",
                "Mortality.resumes", "fiber/CarriedFiber.mount");
    }

    @Test
    void whoWakesAFiberTakesNoLockAndCallsNobody() {
        follow(new Call(RUNTIME + "fiber/CarriedFiber", "execute", "(Ljava/lang/Runnable;)V"));
        assertEquals(List.of(), List.copyOf(offences));
        assertReached("Shard.wake", "Shard.isCarrier", "queue/Inbox.push", "queue/Doorbell.ringAnyhow",
                "fiber/JdkInternals.submit");
    }

    /** Without this a walk that sees nothing would pass. */
    private void assertReached(String... some) {
        List<String> names = reached.stream().map(Call::toString).toList();
        for (String each : some) {
            assertTrue(names.contains(each), each + " is not among " + names);
        }
    }

    private void follow(Call root) {
        var open = new ArrayDeque<Call>(List.of(root));
        while (!open.isEmpty()) {
            Call call = open.poll();
            if (reached.add(call)) {
                method(call).ifPresent(method -> open.addAll(look(call, method)));
            }
        }
    }

    private java.util.Optional<MethodModel> method(Call call) {
        ClassModel owner = classes.get(call.owner);
        return owner.methods().stream()
                .filter(each -> each.methodName().equalsString(call.name) && each.methodType().equalsString(call.type))
                .findFirst();
    }

    /** Notes what a method must not do, and gives the calls to go on with. */
    private List<Call> look(Call in, MethodModel method) {
        var calls = new ArrayList<Call>();
        if (method.flags().has(AccessFlag.SYNCHRONIZED)) {
            offences.add(in + " is synchronized");
        }
        if (method.flags().has(AccessFlag.NATIVE)) {
            offences.add(in + " is native");
        }
        var code = method.code();
        if (code.isPresent()) {
            for (CodeElement element : code.get()) {
                switch (element) {
                    case MonitorInstruction lock -> offences.add(in + " locks: " + lock.opcode());
                    case InvokeDynamicInstruction linked -> offences.add(in + " links " + linked.name());
                    case InvokeInstruction invoke -> calls.addAll(called(in, invoke));
                    default -> {}
                }
            }
        }
        return calls;
    }

    private List<Call> called(Call in, InvokeInstruction invoke) {
        var call = new Call(invoke.owner().asInternalName(), invoke.name().stringValue(), invoke.type().stringValue());
        if (!call.owner.startsWith(ROOT)) {
            if (!HARMLESS.contains(call.toString()) && !WAYS_OUT.contains(in + " -> " + call)) {
                offences.add(in + " calls " + call);
            }
            return List.of();
        }
        if (USERS.contains(call.owner.replace(RUNTIME, ""))) {
            offences.add(in + " calls the user's " + call);
            return List.of();
        }
        return classes.keySet().stream()
                .filter(each -> isKin(each, call.owner) && !ELSEWHERE.contains(each.replace(RUNTIME, "")))
                .map(each -> new Call(each, call.name, call.type))
                .filter(each -> method(each).isPresent())
                .toList();
    }

    /** Whether a method called on the one may be found in the other: above it, or below. */
    private boolean isKin(String one, String other) {
        return isBelow(one, other) || isBelow(other, one);
    }

    private boolean isBelow(String type, String above) {
        if (type.equals(above)) {
            return true;
        }
        ClassModel model = classes.get(type);
        return model != null && (model.superclass().map(ClassEntry::asInternalName).filter(each -> isBelow(each, above)).isPresent()
                || model.interfaces().stream().anyMatch(each -> isBelow(each.asInternalName(), above)));
    }
}
