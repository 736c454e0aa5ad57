/** What an operator may and may not write into the CDK context. */
@NullMarked
package dev.backplane.infra.settings;

import org.jspecify.annotations.NullMarked;
