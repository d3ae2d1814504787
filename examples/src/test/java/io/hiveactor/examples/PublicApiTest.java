package io.hiveactor.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.bus.Bus;
import io.hiveactor.ipc.Ref;
import io.hiveactor.mailbox.Mailbox;
import io.hiveactor.mailbox.redis.RedisMailbox;
import io.hiveactor.runtime.Hive;
import io.hiveactor.testkit.TestRuntime;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.module.ModuleFinder;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What users see: the public types of packages exported to every module, and the types in their signatures. */
class PublicApiTest {
    private static final List<Class<?>> MODULES =
            List.of(Hive.class, Ref.class, Bus.class, Mailbox.class, RedisMailbox.class, TestRuntime.class);

    /** Its one type cannot be loaded without an optional dependency, which the examples do not have. */
    private static final String NEEDS_MICROMETER = "io.hiveactor.runtime.metrics";

    /** Needed by sister modules or tests only. */
    private static final Set<String> HIDDEN = Set.of("PoolCensus", "Simulations", "ChannelTable", "ChannelTablePort",
            "Waiter", "Operation", "Heartbeat", "LeaseExtender", "HivePort", "ActorPort");

    private final List<Class<?>> api = new ArrayList<>();
    private final Set<String> packages = new TreeSet<>();

    PublicApiTest() throws Exception {
        for (Class<?> one : MODULES) {
            Path root = Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
            Set<String> exported = exportedPackages(root);
            packages.addAll(exported);
            for (String name : classNames(root)) {
                if (exported.contains(name.substring(0, name.lastIndexOf('.')))) {
                    addIfPublic(Class.forName(name, false, one.getClassLoader()));
                }
            }
        }
    }

    private static Set<String> exportedPackages(Path root) {
        ModuleDescriptor module = ModuleFinder.of(root).findAll().iterator().next().descriptor();
        return module.exports().stream().filter(each -> !each.isQualified()).map(Exports::source)
                .filter(name -> !name.equals(NEEDS_MICROMETER)).collect(Collectors.toSet());
    }

    private static List<String> classNames(Path root) throws IOException {
        if (Files.isDirectory(root)) {
            return classNamesIn(root);
        }
        try (FileSystem jar = FileSystems.newFileSystem(root)) {
            return classNamesIn(jar.getPath("/"));
        }
    }

    private static List<String> classNamesIn(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(file -> root.relativize(file).toString())
                    .filter(name -> name.endsWith(".class") && !name.endsWith("-info.class") && name.contains("/"))
                    .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.'))
                    .toList();
        }
    }

    private void addIfPublic(Class<?> type) {
        for (Class<?> each = type; each != null; each = each.getEnclosingClass()) {
            if (!isVisible(each.getModifiers())) {
                return;
            }
        }
        api.add(type);
    }

    private static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    @Test
    void whatOnlySisterModulesAndTestsUseIsNotPublicInAnExportedPackage() {
        assertTrue(api.size() > 200, () -> "found " + api.size() + " types in " + packages);
        assertEquals(List.of(), api.stream().filter(type -> HIDDEN.contains(type.getSimpleName())).toList());
    }

    @Test
    void signaturesMentionTypesThatUsersCanName() {
        Set<String> leaks = new TreeSet<>();
        for (Class<?> type : api) {
            Stream.of(type.getDeclaredMethods()).forEach(each -> checkExecutable(each, leaks));
            Stream.of(type.getDeclaredConstructors()).forEach(each -> checkExecutable(each, leaks));
            for (Field field : type.getDeclaredFields()) {
                if (isVisible(field.getModifiers())) {
                    check(field.getGenericType(), field, leaks);
                }
            }
        }
        assertEquals(Set.of(), leaks);
    }

    private void checkExecutable(Executable call, Set<String> leaks) {
        if (!isVisible(call.getModifiers()) || call.isSynthetic()) {
            return;
        }
        Stream.of(call.getGenericParameterTypes()).forEach(type -> check(type, call, leaks));
        Stream.of(call.getGenericExceptionTypes()).forEach(type -> check(type, call, leaks));
        check(call.getAnnotatedReturnType().getType(), call, leaks);
    }

    private void check(Type type, Member where, Set<String> leaks) {
        switch (type) {
            case Class<?> plain when plain.isArray() -> check(plain.getComponentType(), where, leaks);
            case Class<?> plain -> {
                if (plain.getName().startsWith("io.hiveactor.") && !api.contains(plain)) {
                    leaks.add(where + " mentions " + plain.getName());
                }
            }
            case ParameterizedType generic -> {
                check(generic.getRawType(), where, leaks);
                Stream.of(generic.getActualTypeArguments()).forEach(each -> check(each, where, leaks));
            }
            case GenericArrayType array -> check(array.getGenericComponentType(), where, leaks);
            case WildcardType wildcard -> {
                Stream.of(wildcard.getUpperBounds()).forEach(each -> check(each, where, leaks));
                Stream.of(wildcard.getLowerBounds()).forEach(each -> check(each, where, leaks));
            }
            default -> {} // a type variable names no type
        }
    }
}
