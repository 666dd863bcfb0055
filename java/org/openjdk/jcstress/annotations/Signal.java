// Stands in for the annotation of this name when jcstress itself is not on the class path.
package org.openjdk.jcstress.annotations;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

@Retention(RetentionPolicy.RUNTIME)
public @interface Signal {
}
