/** Tests of the stage settings in the CDK context. */
@NullMarked
package dev.backplane.infra.settings;

import org.jspecify.annotations.NullMarked;
