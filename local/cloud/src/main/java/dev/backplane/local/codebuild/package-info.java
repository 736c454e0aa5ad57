/** CodeBuild: projects, and builds that do nothing but end as configured. */
@NullMarked
package dev.backplane.local.codebuild;

import org.jspecify.annotations.NullMarked;
