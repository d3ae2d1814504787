package io.hiveactor.runtime.fiber;

/**
 * Makes sure, before something is begun that must not stop half way, that the stack has room for it.
 */
public final class StackRoom {
    /*
     * The JVM checks at the entry of a method that there is room for its frame. Compiled code could go back to the
     * interpreter at any call or untaken branch, so it checks for the frames that the interpreter would need, those of
     * inlined methods too: with a slot for each local variable, whether there is any use for it or not. So a method with
     * very many local variables, which does nothing, checks for very much stack: 960 slots of 8 bytes here, which is more
     * than any path behind a check needs, compiled or interpreted.
     *
     * With a value for each of its variables the method is too long to be inlined, so the check is made where it is called.
     * Without, it is inlined, and the check becomes part of the one at the entry of whatever it is inlined into, which costs
     * nothing. That entry lies before the call and the stack is no fuller there, so what it made sure of still holds. But it
     * is then that method which overflows as it is entered. So there must be no call of ours around it that has begun
     * something and relies on a check of its own: it would find itself short of as much again.
     *
     * The branch is never taken. It is what compiled code could go back to the interpreter for.
     */
    private static final int NEVER = 0;

    private static int zero = NEVER;

    private StackRoom() {}

    /**
     * Looks at the stack below the caller.
     *
     * @throws StackOverflowError if there is too little; nothing has happened then
     */
    public static void require() {
        long x = zero;
        long a0 = x, a1 = x, a2 = x, a3 = x, a4 = x, a5 = x, a6 = x, a7 = x, a8 = x, a9 = x, a10 = x, a11 = x;
        long a12 = x, a13 = x, a14 = x, a15 = x, a16 = x, a17 = x, a18 = x, a19 = x, a20 = x, a21 = x, a22 = x, a23 = x;
        long a24 = x, a25 = x, a26 = x, a27 = x, a28 = x, a29 = x, a30 = x, a31 = x, a32 = x, a33 = x, a34 = x, a35 = x;
        long a36 = x, a37 = x, a38 = x, a39 = x, a40 = x, a41 = x, a42 = x, a43 = x, a44 = x, a45 = x, a46 = x, a47 = x;
        long a48 = x, a49 = x, a50 = x, a51 = x, a52 = x, a53 = x, a54 = x, a55 = x, a56 = x, a57 = x, a58 = x, a59 = x;
        long a60 = x, a61 = x, a62 = x, a63 = x, a64 = x, a65 = x, a66 = x, a67 = x, a68 = x, a69 = x, a70 = x, a71 = x;
        long a72 = x, a73 = x, a74 = x, a75 = x, a76 = x, a77 = x, a78 = x, a79 = x, a80 = x, a81 = x, a82 = x, a83 = x;
        long a84 = x, a85 = x, a86 = x, a87 = x, a88 = x, a89 = x, a90 = x, a91 = x, a92 = x, a93 = x, a94 = x, a95 = x;
        long a96 = x, a97 = x, a98 = x, a99 = x, a100 = x, a101 = x, a102 = x, a103 = x, a104 = x, a105 = x, a106 = x, a107 = x;
        long a108 = x, a109 = x, a110 = x, a111 = x, a112 = x, a113 = x, a114 = x, a115 = x, a116 = x, a117 = x, a118 = x, a119 = x;
        long a120 = x, a121 = x, a122 = x, a123 = x, a124 = x, a125 = x, a126 = x, a127 = x, a128 = x, a129 = x, a130 = x, a131 = x;
        long a132 = x, a133 = x, a134 = x, a135 = x, a136 = x, a137 = x, a138 = x, a139 = x, a140 = x, a141 = x, a142 = x, a143 = x;
        long a144 = x, a145 = x, a146 = x, a147 = x, a148 = x, a149 = x, a150 = x, a151 = x, a152 = x, a153 = x, a154 = x, a155 = x;
        long a156 = x, a157 = x, a158 = x, a159 = x, a160 = x, a161 = x, a162 = x, a163 = x, a164 = x, a165 = x, a166 = x, a167 = x;
        long a168 = x, a169 = x, a170 = x, a171 = x, a172 = x, a173 = x, a174 = x, a175 = x, a176 = x, a177 = x, a178 = x, a179 = x;
        long a180 = x, a181 = x, a182 = x, a183 = x, a184 = x, a185 = x, a186 = x, a187 = x, a188 = x, a189 = x, a190 = x, a191 = x;
        long a192 = x, a193 = x, a194 = x, a195 = x, a196 = x, a197 = x, a198 = x, a199 = x, a200 = x, a201 = x, a202 = x, a203 = x;
        long a204 = x, a205 = x, a206 = x, a207 = x, a208 = x, a209 = x, a210 = x, a211 = x, a212 = x, a213 = x, a214 = x, a215 = x;
        long a216 = x, a217 = x, a218 = x, a219 = x, a220 = x, a221 = x, a222 = x, a223 = x, a224 = x, a225 = x, a226 = x, a227 = x;
        long a228 = x, a229 = x, a230 = x, a231 = x, a232 = x, a233 = x, a234 = x, a235 = x, a236 = x, a237 = x, a238 = x, a239 = x;
        long a240 = x, a241 = x, a242 = x, a243 = x, a244 = x, a245 = x, a246 = x, a247 = x, a248 = x, a249 = x, a250 = x, a251 = x;
        long a252 = x, a253 = x, a254 = x, a255 = x, a256 = x, a257 = x, a258 = x, a259 = x, a260 = x, a261 = x, a262 = x, a263 = x;
        long a264 = x, a265 = x, a266 = x, a267 = x, a268 = x, a269 = x, a270 = x, a271 = x, a272 = x, a273 = x, a274 = x, a275 = x;
        long a276 = x, a277 = x, a278 = x, a279 = x, a280 = x, a281 = x, a282 = x, a283 = x, a284 = x, a285 = x, a286 = x, a287 = x;
        long a288 = x, a289 = x, a290 = x, a291 = x, a292 = x, a293 = x, a294 = x, a295 = x, a296 = x, a297 = x, a298 = x, a299 = x;
        long a300 = x, a301 = x, a302 = x, a303 = x, a304 = x, a305 = x, a306 = x, a307 = x, a308 = x, a309 = x, a310 = x, a311 = x;
        long a312 = x, a313 = x, a314 = x, a315 = x, a316 = x, a317 = x, a318 = x, a319 = x, a320 = x, a321 = x, a322 = x, a323 = x;
        long a324 = x, a325 = x, a326 = x, a327 = x, a328 = x, a329 = x, a330 = x, a331 = x, a332 = x, a333 = x, a334 = x, a335 = x;
        long a336 = x, a337 = x, a338 = x, a339 = x, a340 = x, a341 = x, a342 = x, a343 = x, a344 = x, a345 = x, a346 = x, a347 = x;
        long a348 = x, a349 = x, a350 = x, a351 = x, a352 = x, a353 = x, a354 = x, a355 = x, a356 = x, a357 = x, a358 = x, a359 = x;
        long a360 = x, a361 = x, a362 = x, a363 = x, a364 = x, a365 = x, a366 = x, a367 = x, a368 = x, a369 = x, a370 = x, a371 = x;
        long a372 = x, a373 = x, a374 = x, a375 = x, a376 = x, a377 = x, a378 = x, a379 = x, a380 = x, a381 = x, a382 = x, a383 = x;
        long a384 = x, a385 = x, a386 = x, a387 = x, a388 = x, a389 = x, a390 = x, a391 = x, a392 = x, a393 = x, a394 = x, a395 = x;
        long a396 = x, a397 = x, a398 = x, a399 = x, a400 = x, a401 = x, a402 = x, a403 = x, a404 = x, a405 = x, a406 = x, a407 = x;
        long a408 = x, a409 = x, a410 = x, a411 = x, a412 = x, a413 = x, a414 = x, a415 = x, a416 = x, a417 = x, a418 = x, a419 = x;
        long a420 = x, a421 = x, a422 = x, a423 = x, a424 = x, a425 = x, a426 = x, a427 = x, a428 = x, a429 = x, a430 = x, a431 = x;
        long a432 = x, a433 = x, a434 = x, a435 = x, a436 = x, a437 = x, a438 = x, a439 = x, a440 = x, a441 = x, a442 = x, a443 = x;
        long a444 = x, a445 = x, a446 = x, a447 = x, a448 = x, a449 = x, a450 = x, a451 = x, a452 = x, a453 = x, a454 = x, a455 = x;
        long a456 = x, a457 = x, a458 = x, a459 = x, a460 = x, a461 = x, a462 = x, a463 = x, a464 = x, a465 = x, a466 = x, a467 = x;
        long a468 = x, a469 = x, a470 = x, a471 = x, a472 = x, a473 = x, a474 = x, a475 = x, a476 = x, a477 = x, a478 = x, a479 = x;
        if (x != NEVER) {
            throw new AssertionError(
                    a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8 + a9 + a10 + a11
                    + a12 + a13 + a14 + a15 + a16 + a17 + a18 + a19 + a20 + a21 + a22 + a23
                    + a24 + a25 + a26 + a27 + a28 + a29 + a30 + a31 + a32 + a33 + a34 + a35
                    + a36 + a37 + a38 + a39 + a40 + a41 + a42 + a43 + a44 + a45 + a46 + a47
                    + a48 + a49 + a50 + a51 + a52 + a53 + a54 + a55 + a56 + a57 + a58 + a59
                    + a60 + a61 + a62 + a63 + a64 + a65 + a66 + a67 + a68 + a69 + a70 + a71
                    + a72 + a73 + a74 + a75 + a76 + a77 + a78 + a79 + a80 + a81 + a82 + a83
                    + a84 + a85 + a86 + a87 + a88 + a89 + a90 + a91 + a92 + a93 + a94 + a95
                    + a96 + a97 + a98 + a99 + a100 + a101 + a102 + a103 + a104 + a105 + a106 + a107
                    + a108 + a109 + a110 + a111 + a112 + a113 + a114 + a115 + a116 + a117 + a118 + a119
                    + a120 + a121 + a122 + a123 + a124 + a125 + a126 + a127 + a128 + a129 + a130 + a131
                    + a132 + a133 + a134 + a135 + a136 + a137 + a138 + a139 + a140 + a141 + a142 + a143
                    + a144 + a145 + a146 + a147 + a148 + a149 + a150 + a151 + a152 + a153 + a154 + a155
                    + a156 + a157 + a158 + a159 + a160 + a161 + a162 + a163 + a164 + a165 + a166 + a167
                    + a168 + a169 + a170 + a171 + a172 + a173 + a174 + a175 + a176 + a177 + a178 + a179
                    + a180 + a181 + a182 + a183 + a184 + a185 + a186 + a187 + a188 + a189 + a190 + a191
                    + a192 + a193 + a194 + a195 + a196 + a197 + a198 + a199 + a200 + a201 + a202 + a203
                    + a204 + a205 + a206 + a207 + a208 + a209 + a210 + a211 + a212 + a213 + a214 + a215
                    + a216 + a217 + a218 + a219 + a220 + a221 + a222 + a223 + a224 + a225 + a226 + a227
                    + a228 + a229 + a230 + a231 + a232 + a233 + a234 + a235 + a236 + a237 + a238 + a239
                    + a240 + a241 + a242 + a243 + a244 + a245 + a246 + a247 + a248 + a249 + a250 + a251
                    + a252 + a253 + a254 + a255 + a256 + a257 + a258 + a259 + a260 + a261 + a262 + a263
                    + a264 + a265 + a266 + a267 + a268 + a269 + a270 + a271 + a272 + a273 + a274 + a275
                    + a276 + a277 + a278 + a279 + a280 + a281 + a282 + a283 + a284 + a285 + a286 + a287
                    + a288 + a289 + a290 + a291 + a292 + a293 + a294 + a295 + a296 + a297 + a298 + a299
                    + a300 + a301 + a302 + a303 + a304 + a305 + a306 + a307 + a308 + a309 + a310 + a311
                    + a312 + a313 + a314 + a315 + a316 + a317 + a318 + a319 + a320 + a321 + a322 + a323
                    + a324 + a325 + a326 + a327 + a328 + a329 + a330 + a331 + a332 + a333 + a334 + a335
                    + a336 + a337 + a338 + a339 + a340 + a341 + a342 + a343 + a344 + a345 + a346 + a347
                    + a348 + a349 + a350 + a351 + a352 + a353 + a354 + a355 + a356 + a357 + a358 + a359
                    + a360 + a361 + a362 + a363 + a364 + a365 + a366 + a367 + a368 + a369 + a370 + a371
                    + a372 + a373 + a374 + a375 + a376 + a377 + a378 + a379 + a380 + a381 + a382 + a383
                    + a384 + a385 + a386 + a387 + a388 + a389 + a390 + a391 + a392 + a393 + a394 + a395
                    + a396 + a397 + a398 + a399 + a400 + a401 + a402 + a403 + a404 + a405 + a406 + a407
                    + a408 + a409 + a410 + a411 + a412 + a413 + a414 + a415 + a416 + a417 + a418 + a419
                    + a420 + a421 + a422 + a423 + a424 + a425 + a426 + a427 + a428 + a429 + a430 + a431
                    + a432 + a433 + a434 + a435 + a436 + a437 + a438 + a439 + a440 + a441 + a442 + a443
                    + a444 + a445 + a446 + a447 + a448 + a449 + a450 + a451 + a452 + a453 + a454 + a455
                    + a456 + a457 + a458 + a459 + a460 + a461 + a462 + a463 + a464 + a465 + a466 + a467
                    + a468 + a469 + a470 + a471 + a472 + a473 + a474 + a475 + a476 + a477 + a478 + a479);
        }
    }

    /**
     * As {@link #require()}, for the first thing that a call of a user's does: nothing of ours has been begun.
     *
     * @throws StackOverflowError if there is too little; perhaps already as the caller is entered
     */
    @SuppressWarnings("UnusedVariable")
    public static void requireAtEntry() {
        long a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19;
        long a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, a39;
        long a40, a41, a42, a43, a44, a45, a46, a47, a48, a49, a50, a51, a52, a53, a54, a55, a56, a57, a58, a59;
        long a60, a61, a62, a63, a64, a65, a66, a67, a68, a69, a70, a71, a72, a73, a74, a75, a76, a77, a78, a79;
        long a80, a81, a82, a83, a84, a85, a86, a87, a88, a89, a90, a91, a92, a93, a94, a95, a96, a97, a98, a99;
        long a100, a101, a102, a103, a104, a105, a106, a107, a108, a109, a110, a111, a112, a113, a114, a115, a116, a117, a118, a119;
        long a120, a121, a122, a123, a124, a125, a126, a127, a128, a129, a130, a131, a132, a133, a134, a135, a136, a137, a138, a139;
        long a140, a141, a142, a143, a144, a145, a146, a147, a148, a149, a150, a151, a152, a153, a154, a155, a156, a157, a158, a159;
        long a160, a161, a162, a163, a164, a165, a166, a167, a168, a169, a170, a171, a172, a173, a174, a175, a176, a177, a178, a179;
        long a180, a181, a182, a183, a184, a185, a186, a187, a188, a189, a190, a191, a192, a193, a194, a195, a196, a197, a198, a199;
        long a200, a201, a202, a203, a204, a205, a206, a207, a208, a209, a210, a211, a212, a213, a214, a215, a216, a217, a218, a219;
        long a220, a221, a222, a223, a224, a225, a226, a227, a228, a229, a230, a231, a232, a233, a234, a235, a236, a237, a238, a239;
        long a240, a241, a242, a243, a244, a245, a246, a247, a248, a249, a250, a251, a252, a253, a254, a255, a256, a257, a258, a259;
        long a260, a261, a262, a263, a264, a265, a266, a267, a268, a269, a270, a271, a272, a273, a274, a275, a276, a277, a278, a279;
        long a280, a281, a282, a283, a284, a285, a286, a287, a288, a289, a290, a291, a292, a293, a294, a295, a296, a297, a298, a299;
        long a300, a301, a302, a303, a304, a305, a306, a307, a308, a309, a310, a311, a312, a313, a314, a315, a316, a317, a318, a319;
        long a320, a321, a322, a323, a324, a325, a326, a327, a328, a329, a330, a331, a332, a333, a334, a335, a336, a337, a338, a339;
        long a340, a341, a342, a343, a344, a345, a346, a347, a348, a349, a350, a351, a352, a353, a354, a355, a356, a357, a358, a359;
        long a360, a361, a362, a363, a364, a365, a366, a367, a368, a369, a370, a371, a372, a373, a374, a375, a376, a377, a378, a379;
        long a380, a381, a382, a383, a384, a385, a386, a387, a388, a389, a390, a391, a392, a393, a394, a395, a396, a397, a398, a399;
        long a400, a401, a402, a403, a404, a405, a406, a407, a408, a409, a410, a411, a412, a413, a414, a415, a416, a417, a418, a419;
        long a420, a421, a422, a423, a424, a425, a426, a427, a428, a429, a430, a431, a432, a433, a434, a435, a436, a437, a438, a439;
        long a440, a441, a442, a443, a444, a445, a446, a447, a448, a449, a450, a451, a452, a453, a454, a455, a456, a457, a458, a459;
        long a460, a461, a462, a463, a464, a465, a466, a467, a468, a469, a470, a471, a472, a473, a474, a475, a476, a477, a478, a479;
        if (zero != NEVER) {
            throw new AssertionError("not zero: " + zero);
        }
    }
}
