/** The one class of the SDK that functions have their own of. */
@NullMarked
package software.amazon.awssdk.regions;

import org.jspecify.annotations.NullMarked;
