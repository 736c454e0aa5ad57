package dev.backplane.packages;

import java.util.Locale;
import java.util.Optional;

/** The machines that Lambda runs functions on, and what their native libraries are called in the jars of AWS. */
public enum Architecture {
    X86_64("x86_64", "linux/x86_64/glibc/libaws-crt-jni.so", "jni/libaws-lambda-jni.linux-x86_64.so"),
    ARM64("arm64", "linux/armv8/glibc/libaws-crt-jni.so", "jni/libaws-lambda-jni.linux-aarch_64.so");

    /** What to do on machines that are neither. */
    public static final String ADVICE =
            "A package with an AOT cache is trained on the kind of machine that it runs on, Linux on x86_64 or arm64, and this"
                    + " machine is neither: use packaging=snapstart, or build on such a machine.";

    private final String lambdaName;
    private final String crtLibrary;
    private final String runtimeLibrary;

    Architecture(String lambdaName, String crtLibrary, String runtimeLibrary) {
        this.lambdaName = lambdaName;
        this.crtLibrary = crtLibrary;
        this.runtimeLibrary = runtimeLibrary;
    }

    /** Returns the architecture of this machine, if Lambda runs functions on such machines. */
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

    /** What Lambda calls it. */
    public String lambdaName() {
        return lambdaName;
    }

    /** Where a jar of the CRT has its native library. */
    String crtLibrary() {
        return crtLibrary;
    }

    /** Where the runtime client has its native library. */
    String runtimeLibrary() {
        return runtimeLibrary;
    }
}
