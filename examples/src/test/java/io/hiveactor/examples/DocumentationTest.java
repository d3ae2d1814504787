package io.hiveactor.examples;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/** The Java snippets of the README and of the guide are taken from the examples, and links lead somewhere. */
class DocumentationTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern SNIPPET = Pattern.compile("```java\\R(.*?)```", Pattern.DOTALL);
    private static final Pattern TEST = Pattern.compile("`(\\w+Test|StoreContract)(?:\\.(\\w+))?(?:#(\\w+))?`");
    private static final Pattern METHOD = Pattern.compile("`[\\w.]+#\\w+`");
    /** Classes that are the proof as a whole: TCK classes inherit their methods, one has a method per difference. */
    private static final Set<String> WHOLE_CLASSES = Set.of("FlowPublisherTckTest", "FlowPublisherBatonTckTest",
            "FlowSubscriberTckTest", "FlowSubscriberBatonTckTest", "ChannelDifferencesTest");
    private static final Pattern RECORDING = Pattern.compile("`rec:(\\w+)`");
    private static final Pattern FACT = Pattern.compile("`fact:(\\w+)`");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)");

    @TestFactory
    Stream<DynamicTest> everySnippetStandsInAnExample() throws IOException {
        List<String> sources = new ArrayList<>();
        for (Path source : files(ROOT.resolve("examples/src"), ".java")) { // its tests are examples of tests
            sources.add(withoutIndentation(Files.readString(source)));
        }
        return pages().stream().map(page -> dynamicTest(page.getFileName().toString(), () -> {
            Matcher snippets = SNIPPET.matcher(Files.readString(page));
            while (snippets.find()) {
                String snippet = withoutIndentation(snippets.group(1));
                assertTrue(sources.stream().anyMatch(source -> source.contains(snippet)),
                        () -> page + " shows what no example has:\n" + snippet);
            }
        }));
    }

    @Test
    @Timeout(30)
    void theReadmeShowsAProgramAndItsOutput() throws Exception {
        String output = String.join("\n", Output.of("counter"));
        String readme = Files.readString(ROOT.resolve("README.md"));

        assertTrue(SNIPPET.matcher(readme).find());
        assertTrue(readme.contains("```\n" + output + "\n```"), output);
    }

    @Test
    void everyLinkLeadsToAFile() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : pages()) {
            Matcher links = LINK.matcher(Files.readString(page));
            while (links.find()) {
                if (!Files.exists(page.resolveSibling(links.group(1)))) {
                    broken.add(page + " -> " + links.group(1));
                }
            }
        }
        assertTrue(broken.isEmpty(), broken::toString);
    }

    @Test
    void everyTestThatTheGuaranteesNameExists() throws IOException {
        Map<String, String> tests = new HashMap<>();
        for (String module : List.of("runtime", "testkit", "ipc", "bus", "cli", "conformance", "mailbox/core",
                "mailbox/core-tests", "mailbox/testkit", "mailbox/redis", "mailbox/sqs", "mailbox/actors",
                "service", "examples")) {
            for (Path test : files(ROOT.resolve(module).resolve("src/test/java"), ".java")) {
                tests.merge(test.getFileName().toString().replace(".java", ""), Files.readString(test), String::concat);
            }
        }
        List<String> missing = TEST.matcher(guarantees()).results()
                .filter(found -> !isThere(tests.get(found.group(1)), found.group(2), found.group(3)))
                .map(MatchResult::group)
                .toList();
        assertTrue(missing.isEmpty(), missing::toString);
        List<String> unchecked = METHOD.matcher(guarantees()).results()
                .map(MatchResult::group)
                .filter(name -> !TEST.matcher(name).matches())
                .toList();
        assertTrue(unchecked.isEmpty(), () -> "not the names of tests: " + unchecked);
    }

    private static boolean isThere(String test, String nested, String method) {
        return test != null && (nested == null || test.contains("class " + nested + " "))
                && (method == null || test.contains("void " + method + "(") || test.contains("> " + method + "(")
                || test.contains("ArchRule " + method + " "));
    }

    @Test
    void everyGuaranteeNamesMethodsThatHoldIt() throws IOException {
        List<String> wrong = new ArrayList<>();
        int rows = 0;
        boolean isHeldBy = false;
        for (String line : guarantees().lines().toList()) {
            if (!line.startsWith("|")) {
                isHeldBy = false;
            } else if (line.endsWith("| Held by |")) {
                isHeldBy = true;
            } else if (isHeldBy && !line.startsWith("|---")) {
                rows++;
                String proof = line.substring(line.lastIndexOf('|', line.length() - 2) + 1, line.length() - 1).strip();
                if (!namesAProof(proof) && !line.startsWith("| a page of system tests")) {
                    wrong.add(line);
                }
            }
        }
        assertTrue(wrong.isEmpty(), () -> "no method, recording or fact:\n" + String.join("\n", wrong));
        assertTrue(rows > 300, "rows that were read: " + rows);
    }

    private static boolean namesAProof(String proof) {
        return METHOD.matcher(proof).find() || RECORDING.matcher(proof).find() || FACT.matcher(proof).find()
                || TEST.matcher(proof).results().anyMatch(found -> WHOLE_CLASSES.contains(found.group(1)));
    }

    @Test
    void everyRecordingThatTheGuaranteesNameExists() throws IOException {
        Path recordings = ROOT.resolve(
                "conformance/src/test/resources/io/hiveactor/conformance/channel/handwritten.jsonl.gz");
        String scenarios;
        try (var in = new GZIPInputStream(Files.newInputStream(recordings))) {
            scenarios = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        }
        List<String> missing = RECORDING.matcher(guarantees()).results()
                .map(found -> found.group(1))
                .filter(name -> !scenarios.contains("\"" + name + "\""))
                .toList();
        assertTrue(missing.isEmpty(), missing::toString);
    }

    @Test
    void everyFactOfTheContractThatTheGuaranteesNameExists() throws IOException {
        String contract = Files.readString(
                ROOT.resolve("mailbox/testkit/src/main/java/io/hiveactor/mailbox/contract/MailboxContract.java"));
        List<String> missing = FACT.matcher(guarantees()).results()
                .map(found -> found.group(1))
                .filter(name -> !contract.contains("fact(\"" + name + "\""))
                .toList();
        assertTrue(missing.isEmpty(), missing::toString);
    }

    private static String guarantees() throws IOException {
        return Files.readString(ROOT.resolve("docs/guarantees.md"));
    }

    private static List<Path> pages() {
        List<Path> pages = new ArrayList<>(files(ROOT.resolve("docs"), ".md"));
        pages.add(ROOT.resolve("README.md"));
        pages.add(ROOT.resolve("CONTRIBUTING.md"));
        return pages;
    }

    private static List<Path> files(Path folder, String ending) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String withoutIndentation(String text) {
        return text.lines().map(String::strip).filter(line -> !line.isEmpty()).reduce("", (a, b) -> a + b + "\n");
    }
}
