// Stands in for the annotation of this name when jcstress itself is not on the class path.
package org.openjdk.jcstress.annotations;

import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

@Retention(RetentionPolicy.RUNTIME)
@Repeatable(Ref.Refs.class)
public @interface Ref {
    String value();

    @Retention(RetentionPolicy.RUNTIME)
    @interface Refs {
        Ref[] value();
    }
}
