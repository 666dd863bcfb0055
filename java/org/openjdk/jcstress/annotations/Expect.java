// Stands in for the annotation of this name when jcstress itself is not on the class path.
package org.openjdk.jcstress.annotations;

public enum Expect {
    ACCEPTABLE,
    ACCEPTABLE_INTERESTING,
    FORBIDDEN,
    UNKNOWN,
}
