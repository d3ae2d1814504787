package io.hiveactor.runtime;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Starts a hive in a JVM of its own and prints the classes of the engine that refer to others which are not loaded by then,
 * as {@code used by user}. Arguments: the folder of the main classes, and the fiber mode.
 */
final class LoadedClasses {
    private LoadedClasses() {}

    public static void main(String[] arguments) throws Exception {
        Path classes = Path.of(arguments[0]);
        var config = HiveConfig.builder().shards(2).messages(64).reservedMessages(8).fiberMode(FiberMode.valueOf(arguments[1]));
        try (Hive hive = Hive.start(config.build())) {
            var missing = new TreeSet<String>();
            for (String user : namesIn(classes)) {
                if (isLoaded(user)) {
                    for (String used : usedBy(classes, user)) {
                        if (!isLoaded(used)) {
                            missing.add(used + " by " + user);
                        }
                    }
                }
            }
            missing.forEach(System.out::println);
            System.out.println("looked at " + hive.config().name());
        }
    }

    private static List<String> namesIn(Path classes) throws IOException {
        try (Stream<Path> files = Files.walk(classes)) {
            return files.map(file -> classes.relativize(file).toString())
                    .filter(name -> name.endsWith(".class") && name.contains("/"))
                    .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.'))
                    .filter(name -> !name.endsWith("package-info"))
                    .toList();
        }
    }

    private static List<String> usedBy(Path classes, String user) throws IOException {
        var names = new TreeSet<String>();
        for (PoolEntry entry : ClassFile.of().parse(classes.resolve(user.replace('.', '/') + ".class")).constantPool()) {
            if (entry instanceof ClassEntry used && !used.asInternalName().startsWith("[")) {
                String name = used.asInternalName().replace('/', '.');
                if (name.startsWith("io.hiveactor.")) {
                    names.add(name);
                }
            }
        }
        return List.copyOf(names);
    }

    private static boolean isLoaded(String name) throws ReflectiveOperationException {
        Method find = ClassLoader.class.getDeclaredMethod("findLoadedClass", String.class);
        find.setAccessible(true);
        return find.invoke(LoadedClasses.class.getClassLoader(), name) != null;
    }
}
