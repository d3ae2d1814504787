package io.hiveactor.mailbox.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A mailbox in memory starts no thread, read from the compiled code: it uses nothing of the JDK that does. */
class NoThreadTest {
    private static final Set<String> THREAD_STARTERS = Set.of("java/lang/Thread.start", "java/lang/Thread.<init>",
            "java/lang/Thread.ofPlatform", "java/lang/Thread.ofVirtual", "java/lang/Thread.startVirtualThread");

    private static boolean startsThreads(MemberRefEntry member) {
        String owner = member.owner().asInternalName();
        return THREAD_STARTERS.contains(owner + "." + member.name().stringValue())
                || owner.startsWith("java/util/Timer") || owner.startsWith("java/util/concurrent/CompletableFuture")
                || (owner.startsWith("java/util/concurrent/") && owner.contains("Execut"))
                || owner.startsWith("java/util/concurrent/ForkJoin");
    }

    @Test
    void noClassOfTheMailboxUsesWhatStartsThreads() throws IOException {
        var members = new TreeSet<String>();
        var offences = new TreeSet<String>();
        Path classes = Path.of("target", "classes", "io", "hiveactor", "mailbox", "memory");
        try (var files = Files.list(classes)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
                ClassModel model = ClassFile.of().parse(file);
                for (PoolEntry entry : model.constantPool()) {
                    if (entry instanceof MemberRefEntry member) {
                        members.add(member.owner().asInternalName() + "." + member.name().stringValue());
                        if (startsThreads(member)) {
                            offences.add(file.getFileName() + ": " + member.owner().asInternalName());
                        }
                    }
                }
            }
        }
        assertTrue(members.contains("io/hiveactor/mailbox/memory/LeaseEnds.take"), () -> "not all was read: " + members);
        assertEquals(Set.of(), offences);
    }
}
