package io.hiveactor.service.capability;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hiveactor.service.queue.Lapse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** service 9.2, 9.3, 10.3 to 10.10, 16.2, 16.5, 16.14. */
class AuthorityTest {
    private static final AuthoritySettings SETTINGS =
            new AuthoritySettings("hive", "n1", Duration.ofSeconds(120), Duration.ofSeconds(30));
    private static final String OPS = "op = send,recv,ack,nack";
    private static final String TOPICS = "topic = orders.*";
    private static final String BEFORE = Tokens.BEFORE;
    private static final Instant EXPIRY = Instant.parse("2027-01-01T00:00:00Z");

    private Instant now = Tokens.NOW;
    private long nanos;
    private final Revocations revocations = new Revocations();
    private final Authority authority =
            new Authority(Tokens.ring(Tokens.key()), revocations, SETTINGS, () -> now, () -> nanos);

    private AuthorityResult check(Op op, String... caveats) {
        return authority.check("Bearer " + Tokens.token(caveats), op);
    }

    private Capability granted(Op op, String... caveats) {
        return assertInstanceOf(Granted.class, check(op, caveats)).capability();
    }

    private Capability scoped(Op op, String... more) {
        var caveats = new ArrayList<>(List.of(OPS, TOPICS, BEFORE));
        caveats.addAll(Arrays.asList(more));
        return granted(op, caveats.toArray(String[]::new));
    }

    private static void assertDenied(int status, String reason, @Nullable AuthorityResult result) {
        Denied denied = assertInstanceOf(Denied.class, result);
        assertEquals(status + " " + reason, denied.status() + " " + denied.reason(), denied.message());
        assertEquals(status == 401 ? "E_CAP_AUTH" : "E_CAP_SCOPE", denied.code());
        assertFalse(denied.message().isEmpty());
    }

    private void assertDenied(int status, String reason, Op op, String... caveats) {
        assertDenied(status, reason, check(op, caveats));
    }

    @Nested
    class GivenNoGoodToken {
        @ParameterizedTest
        @ValueSource(strings = {"", "Bearer", "Bearer ", "Basic dXNlcjpwYXNz", "Token abc"})
        void otherHeadersAreMissing(String header) {
            assertDenied(401, "missing", authority.check(header, Op.SEND));
        }

        @Test
        void noHeaderIsMissing() {
            assertDenied(401, "missing", authority.check(null, Op.SEND));
            assertEquals(1, authority.failures(DenialReason.MISSING));
        }

        @ParameterizedTest
        @ValueSource(strings = {"Bearer x", "Bearer  AgEE", "bearer ????", "Bearer AgIA"})
        void whatIsNoMacaroonIsMalformed(String header) {
            assertDenied(401, "malformed", authority.check(header, Op.SEND));
        }

        @ParameterizedTest
        @ValueSource(strings = {"2.k1.1.01JAR0Z5V8QX3M7T4N9C2E6H0D", "1.k1.01.01JAR0Z5V8QX3M7T4N9C2E6H0D",
            "1.K1.1.01JAR0Z5V8QX3M7T4N9C2E6H0D", "1.k1.1.01jar0z5v8qx3m7t4n9c2e6h0d",
            "1.k1.1.01JAR0Z5V8QX3M7T4N9C2E6H0U",
            "1.k1.1.01JAR0Z5V8QX3M7T4N9C2E6H0D\n", "1.k1.99999999999.01JAR0Z5V8QX3M7T4N9C2E6H0D", ""})
        void anotherIdentifierIsMalformed(String identifier) {
            String token = Tokens.macaroon(identifier, List.of(OPS, TOPICS, BEFORE)).token();
            assertDenied(401, "malformed", authority.check("Bearer " + token, Op.SEND));
        }

        @Test
        void anUnknownKeyIsKeyAndNamed() {
            String token = Tokens.macaroon(Tokens.ID.replace("k1", "k2"), List.of(OPS, TOPICS, BEFORE)).token();
            Denied denied = assertInstanceOf(Denied.class, authority.check("Bearer " + token, Op.SEND));

            assertDenied(401, "key", denied);
            assertEquals("k2", denied.kid());
            assertEquals("01JAR0Z5", denied.capIdPrefix());
        }

        @Test
        void aWrongSignatureIsNotedBeforeAnyCaveat() {
            Macaroon macaroon = Tokens.macaroon(Tokens.ID, List.of("op = nothing", "time < 2020-01-01T00:00:00Z"));
            var fewer = macaroon.caveats().subList(0, 1);
            var forged = new Macaroon(null, macaroon.identifier(), fewer, macaroon.signature());

            assertDenied(401, "signature", authority.check("Bearer " + forged.token(), Op.SEND));
            assertEquals(1, authority.failures(DenialReason.SIGNATURE));
            assertEquals(0, authority.cacheEntries());
        }

        @Test
        void noMessageShowsTheToken() {
            String token = Tokens.token(OPS, TOPICS);
            Denied denied = assertInstanceOf(Denied.class, authority.check("Bearer " + token, Op.SEND));
            assertFalse(denied.toString().contains(token.substring(0, 20)), denied.toString());
        }
    }

    @Nested
    class GivenCaveats {
        @Test
        void aScopedTokenIsGrantedForItsOps() {
            Capability capability = scoped(Op.SEND);

            assertEquals("01JAR0Z5V8QX3M7T4N9C2E6H0D", capability.capId().toString());
            assertEquals("k1", capability.kid());
            assertEquals(1, capability.epoch());
            assertEquals(EXPIRY, capability.expiry());
            assertEquals(Lapse.NONE, capability.lapse());
            assertEquals(Long.MAX_VALUE, capability.maxBytes());
            assertDenied(403, "op", Op.PURGE, OPS, TOPICS, BEFORE);
        }

        @Test
        void theSchemeHasAnyCase() {
            assertInstanceOf(Granted.class, authority.check("bEARER " + Tokens.token(OPS, TOPICS, BEFORE), Op.SEND));
        }

        @ParameterizedTest
        @EnumSource(Op.class)
        void aStarAllowsEveryOp(Op op) {
            assertTrue(granted(op, "op = *", "topic = *", BEFORE).allowsEveryTopic());
        }

        @Test
        void allCaveatsMustHold() {
            assertDenied(403, "op", Op.SEND, "op = *", TOPICS, BEFORE, "op = recv");
            Capability capability = scoped(Op.SEND, "topic = orders.eu,jobs", "max_bytes <= 10", "max_bytes <= 5",
                    "max_bytes <= 7");

            assertTrue(capability.allowsTopic("orders.eu"));
            assertFalse(capability.allowsTopic("orders.us"));
            assertFalse(capability.allowsTopic("jobs"));
            assertEquals(5, capability.maxBytes());
        }

        @Test
        void topicAndPayloadAreDeniedByTheirNames() {
            Capability capability = scoped(Op.SEND, "max_bytes <= 5");

            assertNull(authority.checkTopic(capability, "orders.eu"));
            assertDenied(403, "topic", authority.checkTopic(capability, "jobs"));
            assertDenied(403, "topic", authority.checkEveryTopic(capability));
            assertNull(authority.checkPayload(capability, 5));
            assertDenied(403, "max_bytes", authority.checkPayload(capability, 6));
            assertEquals(2, authority.failures(DenialReason.TOPIC));
        }

        @Test
        void audienceAndNodeMustBeOurs() {
            assertNotNull(scoped(Op.SEND, "aud = hive", "node = n1"));
            assertDenied(403, "aud", Op.SEND, OPS, TOPICS, BEFORE, "aud = prod");
            assertDenied(403, "node", Op.SEND, OPS, TOPICS, BEFORE, "node = n2");
        }

        @Test
        void oneOfEachScopeIsNeeded() {
            assertDenied(403, "unscoped", Op.SEND, TOPICS, BEFORE);
            assertDenied(403, "unscoped", Op.SEND, OPS, BEFORE);
            assertDenied(403, "unscoped", Op.SEND, OPS, TOPICS);
            assertDenied(403, "unscoped", Op.SEND, OPS, TOPICS, "time > 2020-01-01T00:00:00Z");
            assertDenied(403, "unscoped", Op.SEND);
        }

        @Test
        void anUnknownCaveatIsDenied() {
            assertDenied(403, "caveat", Op.SEND, OPS, TOPICS, BEFORE, "ip = 127.0.0.1");
            assertDenied(403, "caveat", Op.SEND, "op = send,mint", TOPICS, BEFORE);
        }

        @Test
        void aThirdPartyCaveatIsDeniedInTheWordsOfTheSpecification() {
            Macaroon macaroon = Tokens.macaroon(Tokens.ID, List.of(OPS, TOPICS, BEFORE));
            var packet = new Macaroon.Packet("who", "verification", "http://auth");
            var packets = new ArrayList<>(macaroon.caveats());
            packets.add(packet);
            var third = new Macaroon(null, Tokens.ID, packets, HmacChain.next(macaroon.signature(), packet));

            AuthorityResult result = authority.check("Bearer " + third.token(), Op.SEND);
            assertDenied(403, "third_party", result);
            assertEquals("third-party caveats are not supported", ((Denied) result).message());
        }

        @Test
        void theOrderOfChecksIsThatOfTheSpecification() {
            String[] all = {"op = recv", TOPICS, "time < 2026-11-18T06:00:00Z", "time > 2026-12-01T00:00:00Z", "what",
                "aud = prod", "node = n2"};
            String[] reasons = {"revoked", "expired", "early", "caveat", "aud", "node", "op"};
            TokenId id = TokenId.parse(Tokens.ID);

            revocations.revoke(id.capId(), Long.MAX_VALUE);
            assertDenied(401, reasons[0], Op.SEND, all);
            revocations.removeEnded(Long.MAX_VALUE);
            assertDenied(401, reasons[1], Op.SEND, all);
            all[2] = BEFORE;
            assertDenied(403, reasons[2], Op.SEND, all);
            all[3] = "time > 2026-01-01T00:00:00Z";
            assertDenied(403, reasons[3], Op.SEND, all);
            all[4] = "aud = hive";
            assertDenied(403, reasons[4], Op.SEND, all);
            all[5] = "aud = hive";
            assertDenied(403, reasons[5], Op.SEND, all);
            all[6] = "node = n1";
            assertDenied(403, reasons[6], Op.SEND, all);
        }
    }

    @Nested
    class GivenTime {
        @Test
        void theExpiryIsExactAndHasNoTolerance() {
            now = EXPIRY.minusNanos(1);
            assertNotNull(scoped(Op.SEND));
            now = EXPIRY;
            assertDenied(401, "expired", Op.SEND, OPS, TOPICS, BEFORE);
        }

        @Test
        void theEarliestExpiryCounts() {
            assertEquals(Instant.parse("2026-12-01T00:00:00Z"),
                    scoped(Op.SEND, "time < 2026-12-01T00:00:00Z").expiry());
        }

        @Test
        void theBeginHasTheToleranceOfTheClockSkew() {
            String after = "time > 2026-12-01T00:00:00Z";
            now = Instant.parse("2026-12-01T00:00:00Z").minusSeconds(120);
            assertDenied(403, "early", Op.SEND, OPS, TOPICS, BEFORE, after);
            now = now.plusNanos(1);
            assertNotNull(scoped(Op.SEND, after));
        }

        @Test
        void anExpiryMoreThan365DaysAwayIsRefused() {
            assertNotNull(granted(Op.SEND, OPS, TOPICS, "time < 2027-11-18T06:00:00Z"));
            assertDenied(403, "time", Op.SEND, OPS, TOPICS, "time < 2027-11-18T06:00:01Z");
            assertNotNull(granted(Op.SEND, OPS, TOPICS, "time < 2050-01-01T00:00:00Z", BEFORE));
        }
    }

    @Nested
    class GivenALapsedCapability {
        @Test
        void anExpiredOneSettlesLeasesOnly() {
            now = EXPIRY;
            assertEquals(Lapse.EXPIRED, scoped(Op.ACK).lapse());
            assertEquals(Lapse.EXPIRED, scoped(Op.NACK).lapse());
            assertDenied(401, "expired", Op.EXTEND, "op = extend", TOPICS, BEFORE);
        }

        @Test
        void aRevokedOneSettlesLeasesOnly() {
            Capability before = scoped(Op.ACK);
            revocations.revoke(before.capId(), Long.MAX_VALUE);

            assertEquals(Lapse.REVOKED, scoped(Op.ACK).lapse());
            assertDenied(401, "revoked", Op.SEND, OPS, TOPICS, BEFORE);
        }

        @Test
        void itsOtherCaveatsMustHold() {
            now = EXPIRY;
            assertDenied(403, "op", Op.ACK, "op = send", TOPICS, BEFORE);
            assertDenied(403, "aud", Op.ACK, OPS, TOPICS, BEFORE, "aud = prod");
            assertFalse(scoped(Op.ACK).allowsTopic("jobs"));
        }

        @Test
        void aRecheckSaysWhy() {
            Capability capability = scoped(Op.ACK);
            assertNull(authority.recheck(capability));
            now = EXPIRY;
            assertDenied(401, "expired", authority.recheck(capability));
            Capability lapsed = scoped(Op.ACK);
            now = Tokens.NOW; // the wall clock was set back
            assertDenied(401, "expired", authority.recheck(lapsed));
            revocations.revoke(capability.capId(), Long.MAX_VALUE);
            assertDenied(401, "revoked", authority.recheck(capability));
        }

        @Test
        void derivedTokensAreRevokedWithTheirs() {
            revocations.revoke(scoped(Op.SEND).capId(), Long.MAX_VALUE);
            assertDenied(401, "revoked", Op.SEND, OPS, TOPICS, BEFORE, "max_bytes <= 1");
        }

        @Test
        void aRevokedKeyRevokesItsOlderTokens() {
            OptionalInt epoch = authority.revokingEpoch("k1");
            assertEquals(OptionalInt.of(2), epoch);
            revocations.revokeKey("k1", epoch.getAsInt());

            assertDenied(401, "revoked", Op.SEND, OPS, TOPICS, BEFORE);
            assertEquals(OptionalInt.of(3), authority.revokingEpoch("k1"));
            assertEquals(OptionalInt.empty(), authority.revokingEpoch("k2"));
            String newer = Tokens.macaroon(Tokens.ID.replace("k1.1", "k1.2"), List.of(OPS, TOPICS, BEFORE)).token();
            assertInstanceOf(Granted.class, authority.check("Bearer " + newer, Op.SEND));
        }
    }

    @Nested
    class GivenOtherKeys {
        private final KeyRing rotated = Tokens.ring(Tokens.key()).rotate(Tokens.NOW);

        @Test
        void afterARotationTheOldKeyVerifies() {
            authority.reload(rotated, SETTINGS);
            assertNotNull(scoped(Op.SEND));
        }

        @Test
        void aRetiredKeySettlesLeasesForTwelveHours() {
            Capability before = scoped(Op.RECV);
            authority.reload(rotated.retire("k1", Tokens.NOW), SETTINGS);

            assertDenied(401, "key", Op.SEND, OPS, TOPICS, BEFORE);
            assertDenied(401, "revoked", authority.recheck(before));
            now = Tokens.NOW.plus(Duration.ofHours(12)).minusMillis(1);
            assertEquals(Lapse.REVOKED, scoped(Op.ACK).lapse());
            now = Tokens.NOW.plus(Duration.ofHours(12));
            assertDenied(401, "key", Op.ACK, OPS, TOPICS, BEFORE);
        }

        @Test
        void aKeyThatIsGoneOrReplacedEndsItsCapabilities() {
            Capability before = scoped(Op.RECV);
            authority.reload(new KeyRing(List.of(rotated.keys().getLast())), SETTINGS);
            assertDenied(401, "key", authority.recheck(before));

            authority.reload(KeyRing.create(Tokens.NOW), SETTINGS);
            assertDenied(401, "key", authority.recheck(before));
            assertDenied(401, "signature", Op.SEND, OPS, TOPICS, BEFORE);
        }

        @Test
        void withoutAnActiveKeyTheServiceIsNotReady() {
            assertTrue(authority.isReady());
            authority.reload(new KeyRing(List.of(rotated.keys().getFirst())), SETTINGS);
            assertFalse(authority.isReady());
        }

        @Test
        void aVerdictUnderOldKeysThatEndsAfterAReloadIsNotFoundLater() {
            var reload = new AtomicReference<Runnable>(() -> {});
            var raced = new Authority(Tokens.ring(Tokens.key()), revocations, SETTINGS, () -> {
                reload.getAndSet(() -> {}).run();
                return now;
            }, () -> nanos);
            reload.set(() -> raced.reload(KeyRing.create(Tokens.NOW), SETTINGS)); // k1 with another secret
            String header = "Bearer " + Tokens.token(OPS, TOPICS, BEFORE);

            assertInstanceOf(Granted.class, raced.check(header, Op.SEND)); // began before the reload
            assertDenied(401, "signature", raced.check(header, Op.SEND));
        }

        @Test
        void otherSettingsCountAtOnce() {
            authority.reload(rotated, new AuthoritySettings("prod", "n1", Duration.ZERO, Duration.ofSeconds(30)));
            assertNotNull(scoped(Op.SEND, "aud = prod"));
        }
    }

    @Nested
    class GivenRates {
        @Test
        void tokensDerivedFromOneShareItsBucket() {
            Capability first = scoped(Op.SEND, "rate <= 10/s burst 2");
            Capability derived = scoped(Op.SEND, "rate <= 10/s burst 2", "max_bytes <= 1");

            assertEquals(0, first.tryTake(1));
            assertEquals(0, derived.tryTake(1));
            assertEquals(100, first.tryTake(1));
            assertEquals(100, scoped(Op.SEND, "rate <= 10/s burst 2").tryTake(1));
            nanos += 100_000_000;
            assertEquals(0, derived.tryTake(1));
        }

        @Test
        void theSameCaveatElsewhereInTheChainHasItsOwnBucket() {
            assertEquals(0, scoped(Op.SEND, "rate <= 1/s").tryTake(1));
            assertEquals(0, scoped(Op.SEND, "max_bytes <= 1", "rate <= 1/s").tryTake(1));
        }

        @Test
        void ofTwoCaveatsNoneIsChargedIfOneRefuses() {
            Capability capability = scoped(Op.SEND, "rate <= 10/s burst 10", "rate <= 1/s burst 1");

            assertEquals(0, capability.tryTake(1));
            for (int i = 0; i < 20; i++) {
                assertEquals(1_000, capability.tryTake(1));
            }
            assertEquals(0, scoped(Op.SEND, "rate <= 10/s burst 10").tryTake(9));
        }

        @Test
        void aTokenWithoutRateIsNeverRefused() {
            assertEquals(0, scoped(Op.SEND).tryTake(Integer.MAX_VALUE));
        }
    }

    @Nested
    class GivenTheCache {
        @Test
        void itHoldsAVerdictForItsTtl() {
            assertNotNull(scoped(Op.SEND));
            assertNotNull(scoped(Op.RECV));
            assertEquals(1, authority.cacheEntries());

            nanos += Duration.ofSeconds(30).toNanos();
            assertEquals(0, authority.cacheEntries());
            assertEquals(1, authority.cacheEvictions(CacheEviction.EXPIRED));
        }

        @Test
        void aCachedTokenIsStillJudged() {
            Capability capability = scoped(Op.SEND);
            assertDenied(403, "op", Op.PURGE, OPS, TOPICS, BEFORE);
            revocations.revoke(capability.capId(), Long.MAX_VALUE);
            assertDenied(401, "revoked", Op.SEND, OPS, TOPICS, BEFORE);
        }

        @Test
        void rateBucketsAreKnownFromTheCacheToo() {
            assertEquals(0, scoped(Op.SEND, "rate <= 1/s").tryTake(1));
            assertEquals(1, authority.cacheEntries());
            assertEquals(1_000, scoped(Op.SEND, "rate <= 1/s").tryTake(1));
        }

        @Test
        void otherKeysEmptyIt() {
            assertNotNull(scoped(Op.SEND));
            authority.reload(Tokens.ring(Tokens.key()), SETTINGS);

            assertEquals(0, authority.cacheEntries());
            assertEquals(1, authority.cacheEvictions(CacheEviction.EMPTIED));
        }

        @Test
        void aBurstOfFailuresEmptiesIt() {
            assertNotNull(scoped(Op.SEND));
            for (int second = 0; second < 5; second++) {
                IntStream.range(0, 6).forEach(_ -> assertDenied(401, "missing", authority.check(null, Op.SEND)));
                nanos += 1_000_000_000;
            }
            assertEquals(1, authority.cacheEntries());
            assertDenied(401, "missing", authority.check(null, Op.SEND));
            assertEquals(0, authority.cacheEntries());
            assertNotNull(scoped(Op.SEND));
        }

        @Test
        void deniedScopesAreNoBurst() {
            for (int second = 0; second < 10; second++) {
                IntStream.range(0, 6).forEach(_ -> assertDenied(403, "op", Op.PURGE, OPS, TOPICS, BEFORE));
                nanos += 1_000_000_000;
            }
            assertEquals(1, authority.cacheEntries());
        }

        @Test
        void itHoldsTenThousandAtMost() {
            Macaroon root = Tokens.macaroon(Tokens.ID, List.of(OPS, TOPICS, BEFORE));
            for (int i = 0; i < 10_050; i++) {
                String token = root.attenuate("max_bytes <= " + i).token();
                assertInstanceOf(Granted.class, authority.check("Bearer " + token, Op.SEND));
            }
            assertEquals(10_000, authority.cacheEntries());
            assertEquals(50, authority.cacheEvictions(CacheEviction.SIZE));
        }
    }

    @Nested
    class GivenMinting {
        private final KeyRing ring = KeyRing.create(Tokens.NOW);

        @Test
        void aMintedTokenIsGrantedUntilItsTtl() {
            authority.reload(ring, SETTINGS);
            var minted = Minting.mint(ring, List.of("op = *", "topic = *"), Duration.ofHours(24),
                    Tokens.NOW.plusMillis(7));

            assertEquals(Tokens.NOW.plus(Duration.ofHours(24)), minted.expiry());
            Granted granted = assertInstanceOf(Granted.class, authority.check("Bearer " + minted.token(), Op.REVOKE));
            assertEquals(minted.capId(), granted.capability().capId());
            assertFalse(minted.toString().contains(minted.token()));
            now = minted.expiry();
            assertDenied(401, "expired", authority.check("Bearer " + minted.token(), Op.REVOKE));
        }

        @Test
        void anAttenuatedTokenIsNarrowerAndHasTheSameCapId() throws MalformedTokenException {
            authority.reload(ring, SETTINGS);
            var minted = Minting.mint(ring, List.of("op = *", "topic = *"), Duration.ofDays(1), Tokens.NOW);
            String narrow = Minting.attenuate(minted.token(), List.of("op = send"));

            assertEquals(minted.capId(),
                    assertInstanceOf(Granted.class, authority.check("Bearer " + narrow, Op.SEND)).capability().capId());
            assertDenied(403, "op", authority.check("Bearer " + narrow, Op.RECV));
        }

        @Test
        void whatTheServiceWouldRefuseIsNotMinted() {
            assertRefused("'op = mint'", List.of("op = mint", "topic = *"), Duration.ofDays(1));
            assertRefused("op and topic", List.of("op = *"), Duration.ofDays(1));
            assertRefused("365d", List.of("op = *", "topic = *"), Duration.ofDays(366));
            assertRefused("1s", List.of("op = *", "topic = *"), Duration.ZERO);
            var many = new ArrayList<>(List.of("op = *", "topic = *"));
            IntStream.range(0, 62).forEach(_ -> many.add("aud = hive"));
            assertRefused("64", many, Duration.ofDays(1));
        }

        private void assertRefused(String expected, List<String> caveats, Duration ttl) {
            String message = assertThrows(IllegalArgumentException.class,
                    () -> assertNotNull(Minting.mint(ring, caveats, ttl, Tokens.NOW))).getMessage();
            assertTrue(message.contains(expected), message);
        }

        @Test
        void aMintedTokenHasNoLocationThatCouldBeChanged() throws MalformedTokenException {
            var minted = Minting.mint(ring, List.of("op = *", "topic = *"), Duration.ofDays(1), Tokens.NOW);
            assertNull(Macaroon.parse(minted.token()).location());
            assertEquals(2, Base64.getUrlDecoder().decode(minted.token())[1]);
        }
    }
}
