package io.hiveactor.service.capability;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;

/**
 * The keys file: a line {@code kid epoch state since base64url(32 bytes)} per root key, readable by its owner alone.
 *
 * <p><b>Threads:</b> any thread; of two writers at once, one wins and readers see the ring of one of them.
 */
public final class KeyFile {
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");
    private static final int FIELDS = 5;

    private KeyFile() {}

    /** Throws {@link KeyFileException} if the file is not there, not 0600, or not of the form above. */
    public static KeyRing read(Path file) throws IOException {
        try {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
            if (!permissions.equals(OWNER_ONLY)) {
                throw new KeyFileException(file + " has permissions " + PosixFilePermissions.toString(permissions)
                        + ": must be rw------- (0600)");
            }
            return parse(file, Files.readString(file, StandardCharsets.ISO_8859_1));
        } catch (NoSuchFileException _) {
            throw new KeyFileException(file + " does not exist");
        }
    }

    /** Replaces the file as a whole: a reader sees the old ring or the new one, also after a crash. */
    public static void write(Path file, KeyRing keys) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        Path temporary = Files.createTempFile(folder, "keys", ".tmp", PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        try {
            store(temporary, text(keys));
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
            try (FileChannel entry = FileChannel.open(folder, StandardOpenOption.READ)) {
                entry.force(true); // the new name, too
            }
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private static void store(Path temporary, String text) throws IOException {
        try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }

    private static String text(KeyRing keys) {
        var text = new StringBuilder();
        for (RootKey key : keys.keys()) {
            String secret = Base64.getUrlEncoder().withoutPadding().encodeToString(key.secret());
            text.append(key).append(' ').append(secret).append('\n');
        }
        return text.toString();
    }

    private static KeyRing parse(Path file, String text) throws KeyFileException {
        var keys = new ArrayList<RootKey>();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            keys.add(key(file + " line " + (i + 1), lines.get(i)));
        }
        try {
            return new KeyRing(keys);
        } catch (IllegalArgumentException e) {
            throw new KeyFileException(file + ": " + e.getMessage());
        }
    }

    private static RootKey key(String place, String line) throws KeyFileException {
        String[] fields = line.split(" ", -1);
        if (fields.length != FIELDS) {
            throw new KeyFileException(place + " has " + fields.length + " fields: must be kid epoch state since key");
        }
        require(TokenId.KID.matcher(fields[0]).matches(), place, "kid", "[a-z0-9-]{1,32}");
        require(TokenId.EPOCH.matcher(fields[1]).matches(), place, "epoch", "a number of at most 9 digits");
        KeyState state = KeyState.parse(fields[2]);
        if (state == null) {
            throw wrong(place, "state", "active, verify or retired");
        }
        return new RootKey(fields[0], Integer.parseInt(fields[1]), state, since(place, fields[3]),
                secret(place, fields[4]));
    }

    private static Instant since(String place, String text) throws KeyFileException {
        try {
            return Instant.parse(text);
        } catch (DateTimeException _) {
            throw wrong(place, "time", "like 2027-01-01T00:00:00Z");
        }
    }

    private static byte[] secret(String place, String text) throws KeyFileException {
        try {
            byte[] secret = Base64.getUrlDecoder().decode(text.getBytes(StandardCharsets.ISO_8859_1));
            require(secret.length == RootKey.BYTES, place, "key", "base64url of 32 bytes");
            return secret;
        } catch (IllegalArgumentException _) {
            throw wrong(place, "key", "base64url of 32 bytes");
        }
    }

    private static void require(boolean isRight, String place, String field, String form) throws KeyFileException {
        if (!isRight) {
            throw wrong(place, field, form);
        }
    }

    /** Shows no value: in a line with a field too few or too many, any of them may be the key. */
    private static KeyFileException wrong(String place, String field, String form) {
        return new KeyFileException(place + " has a wrong " + field + ": must be " + form);
    }
}
