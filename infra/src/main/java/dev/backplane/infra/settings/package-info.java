/** The settings of a stage, read from the CDK context and validated before synthesis. */
@NullMarked
package dev.backplane.infra.settings;

import org.jspecify.annotations.NullMarked;
