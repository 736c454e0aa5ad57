/** What an operator decides per stage, read from the CDK context and checked before anything is built. */
@NullMarked
package dev.backplane.infra.settings;

import org.jspecify.annotations.NullMarked;
