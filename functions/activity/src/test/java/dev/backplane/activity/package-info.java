@NullMarked
package dev.backplane.activity;

import org.jspecify.annotations.NullMarked;
