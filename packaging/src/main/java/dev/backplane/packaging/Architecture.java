package dev.backplane.packaging;

import java.util.Locale;
import java.util.Optional;

/** The processor architectures of Lambda, with the paths of their native libraries in the jars of AWS. */
public enum Architecture {
    X86_64("x86_64", "linux-x86_64", "linux/x86_64/glibc/libaws-crt-jni.so", "jni/libaws-lambda-jni.linux-x86_64.so"),
    ARM64("arm64", "linux-aarch_64", "linux/armv8/glibc/libaws-crt-jni.so", "jni/libaws-lambda-jni.linux-aarch_64.so");

    /** The error message for unsupported machines. */
    public static final String UNSUPPORTED =
            "A package with an AOT cache must be built on the kind of machine that it runs on: Linux on x86_64 or arm64."
                    + " Use packaging=snapstart, or build on such a machine.";

    private final String lambdaName;
    private final String crtClassifier;
    private final String crtLibrary;
    private final String runtimeLibrary;

    Architecture(String lambdaName, String crtClassifier, String crtLibrary, String runtimeLibrary) {
        this.lambdaName = lambdaName;
        this.crtClassifier = crtClassifier;
        this.crtLibrary = crtLibrary;
        this.runtimeLibrary = runtimeLibrary;
    }

    /** Returns the architecture of this machine, or empty if Lambda does not support it. */
    public static Optional<Architecture> ofThisMachine() {
        return of(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
    }

    static Optional<Architecture> of(String system, String machine) {
        if (!system.toLowerCase(Locale.ROOT).startsWith("linux")) {
            return Optional.empty();
        }
        return switch (machine) {
            case "amd64", "x86_64" -> Optional.of(X86_64);
            case "aarch64", "arm64" -> Optional.of(ARM64);
            default -> Optional.empty();
        };
    }

    /** Returns the name that Lambda uses. */
    public String lambdaName() {
        return lambdaName;
    }

    /** Returns the Maven classifier of the CRT jar for this architecture. */
    String crtClassifier() {
        return crtClassifier;
    }

    /** Returns the path of the native library in the CRT jar. */
    String crtLibrary() {
        return crtLibrary;
    }

    /** Returns the path of the native library in the jar of the runtime client. */
    String runtimeLibrary() {
        return runtimeLibrary;
    }
}
