/** The functions of the service's workflows, and clients for them. */
@NullMarked
package dev.backplane.userdata.workflow;

import org.jspecify.annotations.NullMarked;
