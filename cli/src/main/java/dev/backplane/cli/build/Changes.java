package dev.backplane.cli.build;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Finds the files that are newer than the last build. */
final class Changes {

    private static final Set<String> IGNORED = Set.of("target", "node_modules", "dist", ".git");

    private final Path root;
    private final FileTime built;

    Changes(Path root, FileTime built) {
        this.root = root;
        this.built = built;
    }

    /** Returns the changed files below these paths, relative to the root. A deleted file changes its folder. */
    List<Path> in(List<String> paths) {
        List<Path> changed = new ArrayList<>();
        for (String path : paths) {
            if (Files.exists(root.resolve(path))) {
                collect(root.resolve(path), changed);
            }
        }
        return changed;
    }

    private void collect(Path from, List<Path> changed) {
        try {
            Files.walkFileTree(from, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    if (IGNORED.contains(folder.getFileName().toString()) || folder.endsWith("src/test")) {
                        return FileVisitResult.SKIP_SUBTREE;
                    }
                    // Folders outside of src change when they get build output.
                    if (folder.toString().contains("/src/")) {
                        check(folder, attributes);
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    check(file, attributes);
                    return FileVisitResult.CONTINUE;
                }

                private void check(Path path, BasicFileAttributes attributes) {
                    if (attributes.lastModifiedTime().compareTo(built) > 0) {
                        changed.add(root.relativize(path));
                    }
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
