@NullMarked
package dev.backplane.userdata.workflow;

import org.jspecify.annotations.NullMarked;
