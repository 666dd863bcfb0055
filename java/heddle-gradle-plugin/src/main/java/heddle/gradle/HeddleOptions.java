package heddle.gradle;

import java.util.ArrayList;
import java.util.List;

/**
 * The options of a project: {@code heddle { timeout = 120 }}. What is not set here is what {@code heddle.toml} says, else the
 * command.
 */
public class HeddleOptions {
    private String binary;
    private Double timeout;
    private String races;
    private String time;
    private Integer preemptions;
    private boolean failOnBounded = true;
    private String mainClass;
    private List<String> select = new ArrayList<>();
    private List<String> options = new ArrayList<>();

    /** The command, if it is neither packed with the plug-in nor on the PATH. */
    public String getBinary() {
        return binary;
    }

    public void setBinary(String binary) {
        this.binary = binary;
    }

    /** Seconds for each program or test. */
    public Double getTimeout() {
        return timeout;
    }

    public void setTimeout(Double timeout) {
        this.timeout = timeout;
    }

    /** What a data race counts as: error, warn, off. */
    public String getRaces() {
        return races;
    }

    public void setRaces(String races) {
        this.races = races;
    }

    /** When time-outs fire: any, last. */
    public String getTime() {
        return time;
    }

    public void setTime(String time) {
        this.time = time;
    }

    /** Only schedules with at most so many preemptions. */
    public Integer getPreemptions() {
        return preemptions;
    }

    public void setPreemptions(Integer preemptions) {
        this.preemptions = preemptions;
    }

    /** Whether a search that was cut short without finding a violation fails the build. */
    public boolean isFailOnBounded() {
        return failOnBounded;
    }

    public void setFailOnBounded(boolean failOnBounded) {
        this.failOnBounded = failOnBounded;
    }

    /** The class that {@code heddleCheck} checks. */
    public String getMainClass() {
        return mainClass;
    }

    public void setMainClass(String mainClass) {
        this.mainClass = mainClass;
    }

    /** Only these tests. */
    public List<String> getSelect() {
        return select;
    }

    public void setSelect(List<String> select) {
        this.select = select;
    }

    /** Other options of the command. */
    public List<String> getOptions() {
        return options;
    }

    public void setOptions(List<String> options) {
        this.options = options;
    }
}
