package dev.backplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import javax.tools.ToolProvider;

/** A checkout that is built, with scripts in place of Maven and Node.js and small classes in place of the suite. */
record Checkout(Path root) {

    private static final List<String> MODULES = List.of("infra", "local/cloud", "packaging", "cli", "bench");

    static Checkout in(Path root) throws IOException {
        Checkout checkout = new Checkout(root);
        Files.copy(Path.of("../backplane"), root.resolve("backplane"));
        checkout.write("version.txt", "1.0.0");
        checkout.write("cli/pom.xml", "");
        checkout.write("cli/src/main/Some.java", "");
        checkout.write("functions/pool/src/main/Lease.java", "");
        checkout.write("functions/pool/src/test/LeaseTest.java", "");
        checkout.write("infra/target/cdk.out/manifest.json", "{}");
        checkout.script("bin/mvn", "echo \"mvn $*\" >> '" + root + "/calls'");
        checkout.script("bin/npm", "");
        checkout.script("bin/node", "echo v22.0.0");
        for (String module : MODULES) {
            checkout.write(module + "/target/backplane-" + module.replace('/', '-') + ".jar", "");
            checkout.write(module + "/target/classpath", root.resolve("classes").toString());
        }
        Files.createDirectories(root.resolve("classes"));
        checkout.write("local/cloud/target/built", "");
        return checkout;
    }

    /** Returns the way to run commands in this checkout. */
    Run.Setup commands() {
        return Run.Setup.at(URI.create("http://127.0.0.1:1"))
                .with("BACKPLANE_ROOT", root.toString())
                .with("PATH", root.resolve("bin") + ":/usr/bin:/bin")
                .pausing(duration -> {
                    LockSupport.parkNanos(duration.toNanos());
                    return true;
                });
    }

    /** Returns the calls of the scripts so far. */
    List<String> calls() throws IOException {
        Path calls = root.resolve("calls");
        return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
    }

    /** Compiles a class onto the class path of every module. */
    void compile(String name, String source) throws IOException {
        Path file = write("sources/" + name + ".java", source);
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-d", root.resolve("classes").toString(), file.toString()))
                .isZero();
    }

    void script(String file, String text) throws IOException {
        write(file, "#!/usr/bin/env bash\n" + text + "\n");
        assertThat(root.resolve(file).toFile().setExecutable(true)).isTrue();
    }

    Path write(String file, String text) throws IOException {
        Files.createDirectories(root.resolve(file).getParent());
        return Files.writeString(root.resolve(file), text);
    }

    /** Changes a file after the build. */
    void change(String file) throws IOException {
        Files.setLastModifiedTime(
                root.resolve(file), FileTime.from(Instant.now().plusSeconds(10)));
    }
}
