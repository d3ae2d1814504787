package io.hiveactor.service.capability;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** service 10.2, 10.7. */
class KeyFileTest {
    private static final String SECRET = Base64.getUrlEncoder().withoutPadding().encodeToString(Tokens.secret());
    private static final String LINE = "k1 1 active 2026-11-18T06:00:00Z " + SECRET;

    @TempDir
    private Path folder;
    private Path file;

    @BeforeEach
    void nameTheFile() {
        file = folder.resolve("keys");
    }

    private void write(String text, String permissions) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    private String refusal() {
        return assertThrows(KeyFileException.class, () -> KeyFile.read(file)).getMessage();
    }

    @Test
    void whatIsWrittenIsTheLineOfTheSpecificationAndReadBack() throws IOException {
        KeyFile.write(file, Tokens.ring(Tokens.key()));

        assertEquals(LINE + "\n", Files.readString(file));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        RootKey read = KeyFile.read(file).active();
        assertNotNull(read);
        assertEquals("k1 1 active 2026-11-18T06:00:00Z", read.toString());
        assertTrue(read.hasSameSecretAs(Tokens.key()));
    }

    @Test
    void writingReplacesTheFileAndLeavesNoOther() throws IOException {
        write("something else", "rw-r--r--");
        KeyFile.write(file, KeyRing.create(Tokens.NOW));

        assertEquals(1, KeyFile.read(file).keys().size());
        try (var files = Files.list(folder)) {
            assertEquals(List.of(file), files.toList());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r--r--", "rw-rw----", "r--------", "rwx------", "rw----r--"})
    void otherPermissionsThan0600AreRefusedByName(String permissions) throws IOException {
        write(LINE, permissions);

        assertEquals(file + " has permissions " + permissions + ": must be rw------- (0600)", refusal());
    }

    @ParameterizedTest
    @ValueSource(strings = {"k1 1 active 2026-11-18T06:00:00Z", "K1 1 active 2026-11-18T06:00:00Z S",
        "k1 one active 2026-11-18T06:00:00Z S", "k1 01 active 2026-11-18T06:00:00Z S",
        "k1 1 new 2026-11-18T06:00:00Z S",
        "k1 1 active today S", "k1 1 active 2026-11-18T06:00:00Z SS", "k1 1 active 2026-11-18T06:00:00Z S S",
        "k1 1 active 2026-11-18T06:00:00Z *", "k1  1 active 2026-11-18T06:00:00Z S", "", "S"})
    void aWrongLineIsRefusedByItsNumberWithoutShowingTheKey(String line) throws IOException {
        write(LINE + "\n" + line.replace("S", SECRET) + "\n", "rw-------");

        String message = refusal();
        assertTrue(message.startsWith(file + " line 2 has "), message);
        assertFalse(message.contains(SECRET), message);
    }

    @Test
    void twoActiveKeysOrAKidTwiceAreRefused() throws IOException {
        write(LINE + "\n" + LINE.replace("k1", "k2") + "\n", "rw-------");
        assertEquals(file + ": more than one key is active", refusal());

        write(LINE + "\n" + LINE.replace("active", "verify") + "\n", "rw-------");
        assertEquals(file + ": the kid k1 occurs twice", refusal());
    }

    @Test
    void aMissingFileIsNamed() {
        assertEquals(file + " does not exist", refusal());
    }

    @Test
    void rotationAddsAnActiveKeyAndTheOldOneVerifies() throws IOException {
        KeyRing ring = Tokens.ring(Tokens.key()).rotate(Tokens.NOW.plus(Duration.ofDays(1)));
        KeyFile.write(file, ring);

        assertEquals("[k1 1 verify 2026-11-18T06:00:00Z, k2 1 active 2026-11-19T06:00:00Z]",
                KeyFile.read(file).toString());
        assertFalse(ring.keys().getFirst().hasSameSecretAs(ring.keys().getLast()));
    }

    @Test
    void onlyAVerifyingKeyCanBeRetired() {
        KeyRing ring = Tokens.ring(Tokens.key()).rotate(Tokens.NOW);

        assertEquals("k1 1 retired 2026-11-18T07:00:00Z",
                ring.retire("k1", Tokens.NOW.plus(Duration.ofHours(1))).keys().getFirst().toString());
        assertThrows(IllegalArgumentException.class, () -> ring.retire("k2", Tokens.NOW));
        assertThrows(IllegalArgumentException.class, () -> ring.retire("k9", Tokens.NOW));
    }

    @Test
    void anEpochIsOnlyRaised() {
        KeyRing ring = Tokens.ring(Tokens.key()).raiseEpoch("k1", 3);

        assertEquals(3, ring.find("k1").epoch());
        assertEquals(3, ring.raiseEpoch("k1", 2).find("k1").epoch());
        assertNull(ring.find("k2"));
    }

    @Test
    void theFingerprintIsThatOfKidsAndSecretsAndHoldsNoSecret() {
        KeyRing one = Tokens.ring(Tokens.key());
        KeyRing two = one.rotate(Tokens.NOW);

        assertArrayEquals(one.fingerprint(), one.raiseEpoch("k1", 7).fingerprint());
        assertFalse(HexFormat.of().formatHex(one.fingerprint()).equals(HexFormat.of().formatHex(two.fingerprint())));
        var swapped = new KeyRing(List.of(two.keys().getLast(), two.keys().getFirst()));
        assertArrayEquals(two.fingerprint(), swapped.fingerprint());
    }
}
