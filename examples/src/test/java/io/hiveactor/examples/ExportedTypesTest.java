package io.hiveactor.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleReader;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A module that requires one of ours reads the modules of all types in our public signatures.
 *
 * <p>javac's lint {@code exports} checks the same, but demands it for annotations too, which consumers do not need.
 */
class ExportedTypesTest {
    private static final Set<String> MODULES = Set.of("io.hiveactor.bus", "io.hiveactor.ipc", "io.hiveactor.mailbox",
            "io.hiveactor.mailbox.redis", "io.hiveactor.runtime");
    /** Micrometer and Jackson are optional: to use these packages, a consumer requires their modules itself. */
    private static final Set<String> OPTIONAL = Set.of("io.hiveactor.runtime.metrics", "io.hiveactor.mailbox.json");

    private final Set<String> unreadable = new TreeSet<>();
    private int checked;

    @Test
    void typesInPublicSignaturesAreReadableByConsumers() throws Exception {
        List<Module> ours = ModuleLayer.boot().modules().stream()
                .filter(each -> MODULES.contains(each.getName()))
                .toList();
        assertEquals(MODULES.size(), ours.size(), "this test needs the module path");
        for (Module module : ours) {
            Set<String> readable = readableThrough(module);
            for (Class<?> type : exportedTypes(module)) {
                check(type, readable);
            }
        }
        assertEquals(Set.of(), unreadable);
        assertTrue(checked > 1000, "types in signatures: " + checked);
    }

    private static Set<String> readableThrough(Module module) {
        Set<String> readable = new HashSet<>(Set.of("java.base"));
        var open = new ArrayList<>(List.of(module.getName()));
        while (!open.isEmpty()) {
            String next = open.removeLast();
            if (readable.add(next)) {
                ModuleDescriptor descriptor = ModuleLayer.boot().findModule(next).orElseThrow().getDescriptor();
                descriptor.requires().stream()
                        .filter(each -> each.modifiers().contains(Requires.Modifier.TRANSITIVE))
                        .map(Requires::name)
                        .forEach(open::add);
            }
        }
        return readable;
    }

    private static List<Class<?>> exportedTypes(Module module) throws IOException {
        Set<String> packages = new HashSet<>();
        module.getDescriptor().exports().stream().filter(each -> !each.isQualified()).map(Exports::source)
                .filter(each -> !OPTIONAL.contains(each)).forEach(packages::add);
        List<Class<?>> types = new ArrayList<>();
        try (ModuleReader reader = ModuleLayer.boot().configuration().findModule(module.getName()).orElseThrow()
                .reference().open(); Stream<String> files = reader.list()) {
            for (String file : files.filter(each -> each.endsWith(".class") && each.contains("/")).toList()) {
                String name = file.substring(0, file.length() - ".class".length()).replace('/', '.');
                if (packages.contains(name.substring(0, name.lastIndexOf('.'))) && !name.endsWith("package-info")) {
                    types.add(Class.forName(module, name));
                }
            }
        }
        return types.stream().filter(ExportedTypesTest::isVisible).toList();
    }

    private static boolean isVisible(Class<?> type) {
        Class<?> outer = type.getEnclosingClass();
        return isVisible(type.getModifiers()) && (outer == null || isVisible(outer));
    }

    private static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private void check(Class<?> type, Set<String> readable) {
        if (type.getSuperclass() != null) {
            check(type, type.getSuperclass(), readable);
        }
        Stream.of(type.getInterfaces()).forEach(each -> check(type, each, readable));
        Stream.<Executable>concat(Stream.of(type.getDeclaredMethods()), Stream.of(type.getDeclaredConstructors()))
                .filter(each -> isVisible(each.getModifiers()))
                .flatMap(ExportedTypesTest::signature)
                .forEach(each -> check(type, each, readable));
        Stream.of(type.getDeclaredFields()).filter(each -> isVisible(each.getModifiers())).map(Field::getType)
                .forEach(each -> check(type, each, readable));
    }

    private static Stream<Class<?>> signature(Executable executable) {
        Stream<Class<?>> returned =
                executable instanceof Method method ? Stream.of(method.getReturnType()) : Stream.empty();
        Stream<Class<?>> given = Stream.of(executable.getParameterTypes());
        return Stream.concat(returned, Stream.concat(given, Stream.of(executable.getExceptionTypes())));
    }

    private void check(Class<?> user, Class<?> used, Set<String> readable) {
        checked++;
        Class<?> element = used;
        while (element.isArray()) {
            element = element.componentType();
        }
        Module module = element.getModule();
        boolean isAutomatic = module.isNamed() && module.getDescriptor().isAutomatic();
        if (!isAutomatic && !readable.contains(module.getName())) {
            unreadable.add(user.getName() + " uses " + element.getName() + " of " + module);
        }
    }
}
