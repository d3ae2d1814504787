package io.hiveactor.runtime.diagnosis;

/** A diagnosis in words. */
final class DiagnosisText {
    private DiagnosisText() {}

    static String of(Diagnosis diagnosis) {
        return "deadlocks: " + diagnosis.deadlocks() + ", risks: " + diagnosis.risks();
    }
}
