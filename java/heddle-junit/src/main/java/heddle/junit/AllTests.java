package heddle.junit;

import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/** With {@code -Dheddle.all}, JUnit is told to register the extension for all tests. */
public final class AllTests implements LauncherSessionListener {
    private static final String DETECTION = "junit.jupiter.extensions.autodetection.enabled";

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        if (HeddleExtension.all() && System.getProperty(DETECTION) == null) {
            System.setProperty(DETECTION, "true");
        }
    }
}
