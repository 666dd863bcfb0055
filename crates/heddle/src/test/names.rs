//! The names of the test frameworks: JUnit 4, JUnit 5 and 6, TestNG, and Heddle's own annotation, in internal form.
//! Nothing else in Heddle knows them.

/// JUnit 5 and 6.
pub mod jupiter {
    pub const TEST: &str = "org/junit/jupiter/api/Test";
    pub const REPEATED_TEST: &str = "org/junit/jupiter/api/RepeatedTest";
    pub const PARAMETERIZED_TEST: &str = "org/junit/jupiter/params/ParameterizedTest";
    pub const TEST_FACTORY: &str = "org/junit/jupiter/api/TestFactory";
    pub const TEST_TEMPLATE: &str = "org/junit/jupiter/api/TestTemplate";
    /// A class whose tests are executed several times, with other arguments of the class.
    pub const CLASS_TEMPLATE: &str = "org/junit/jupiter/api/ClassTemplate";
    /// The one of them that Heddle knows, and what gets its arguments if the constructor does not.
    pub const PARAMETERIZED_CLASS: &str = "org/junit/jupiter/params/ParameterizedClass";
    pub const PARAMETER: &str = "org/junit/jupiter/params/Parameter";
    /// What is called around all tests of one call of such a class.
    pub const AROUND_PARAMETERIZED_CLASS: [&str; 2] = [
        "org/junit/jupiter/params/BeforeParameterizedClassInvocation",
        "org/junit/jupiter/params/AfterParameterizedClassInvocation",
    ];
    pub const NESTED: &str = "org/junit/jupiter/api/Nested";
    pub const DISABLED: &str = "org/junit/jupiter/api/Disabled";
    pub const BEFORE_ALL: &str = "org/junit/jupiter/api/BeforeAll";
    pub const BEFORE_EACH: &str = "org/junit/jupiter/api/BeforeEach";
    pub const AFTER_EACH: &str = "org/junit/jupiter/api/AfterEach";
    pub const AFTER_ALL: &str = "org/junit/jupiter/api/AfterAll";
    pub const EXTEND_WITH: &str = "org/junit/jupiter/api/extension/ExtendWith";
    pub const EXTENSIONS: &str = "org/junit/jupiter/api/extension/Extensions";
    pub const REGISTER_EXTENSION: &str = "org/junit/jupiter/api/extension/RegisterExtension";
    pub const DYNAMIC_TEST: &str = "org/junit/jupiter/api/DynamicTest";
    pub const DISPLAY_NAME: &str = "org/junit/jupiter/api/DisplayName";
    pub const TAG: &str = "org/junit/jupiter/api/Tag";
    pub const TAGS: &str = "org/junit/jupiter/api/Tags";
    pub const TEST_INFO: &str = "org/junit/jupiter/api/TestInfo";
    pub const TEST_REPORTER: &str = "org/junit/jupiter/api/TestReporter";
    pub const REPETITION_INFO: &str = "org/junit/jupiter/api/RepetitionInfo";
    pub const TIMEOUT: &str = "org/junit/jupiter/api/Timeout";
    pub const TEMP_DIR: &str = "org/junit/jupiter/api/io/TempDir";
    pub const DYNAMIC_CONTAINER: &str = "org/junit/jupiter/api/DynamicContainer";
    pub const ARGUMENTS: &str = "org/junit/jupiter/params/provider/Arguments";
    pub const ARGUMENTS_ACCESSOR: &str = "org/junit/jupiter/params/aggregator/ArgumentsAccessor";
    pub const CONVERT_WITH: &str = "org/junit/jupiter/params/converter/ConvertWith";
    pub const AGGREGATE_WITH: &str = "org/junit/jupiter/params/aggregator/AggregateWith";
    /// Kinds of extensions that make objects, provide tests, or stand between JUnit and the methods of a test.
    pub const UNSUPPORTED_EXTENSIONS: [&str; 5] = [
        "org/junit/jupiter/api/extension/InvocationInterceptor",
        "org/junit/jupiter/api/extension/TestInstanceFactory",
        "org/junit/jupiter/api/extension/TestTemplateInvocationContextProvider",
        "org/junit/jupiter/api/extension/LifecycleMethodExecutionExceptionHandler",
        "org/junit/jupiter/api/extension/TestInstancePreConstructCallback",
    ];
    /// One that is told of what a test throws.
    pub const EXCEPTION_HANDLER: &str = "org/junit/jupiter/api/extension/TestExecutionExceptionHandler";
    /// Extensions of JUnit itself are below this package; what they do is done here.
    pub const OWN: &str = "org/junit/jupiter/";
    /// All but these: conditions under which a test is executed.
    pub const CONDITIONS: &str = "org/junit/jupiter/api/condition/";
    /// Sources of arguments are in this package.
    pub const PROVIDERS: &str = "org/junit/jupiter/params/provider/";
}

/// JUnit 4.
pub mod junit4 {
    pub const TEST: &str = "org/junit/Test";
    /// A test of the runner `Theories`.
    pub const THEORY: &str = "org/junit/experimental/theories/Theory";
    /// What tests of JUnit 3 extend; JUnit 4 executes them too.
    pub const TEST_CASE: &str = "junit/framework/TestCase";
    pub const IGNORE: &str = "org/junit/Ignore";
    pub const BEFORE_CLASS: &str = "org/junit/BeforeClass";
    pub const BEFORE: &str = "org/junit/Before";
    pub const AFTER: &str = "org/junit/After";
    pub const AFTER_CLASS: &str = "org/junit/AfterClass";
    pub const RULE: &str = "org/junit/Rule";
    pub const CLASS_RULE: &str = "org/junit/ClassRule";
    /// A rule that limits the time of a test.
    pub const TIMEOUT: &str = "org/junit/rules/Timeout";
    pub const RUN_WITH: &str = "org/junit/runner/RunWith";
    /// The runner that makes a test object for each item of a list.
    pub const PARAMETERIZED: &str = "org/junit/runners/Parameterized";
    /// The method that makes the list, and the fields that get its values.
    pub const PARAMETERS: &str = "org/junit/runners/Parameterized$Parameters";
    pub const PARAMETER: &str = "org/junit/runners/Parameterized$Parameter";
    /// Runners that do what happens without a runner.
    pub const PLAIN_RUNNERS: [&str; 2] = ["org/junit/runners/JUnit4", "org/junit/runners/BlockJUnit4ClassRunner"];
    /// What `expected` is by default.
    pub const NONE: &str = "org/junit/Test$None";
}

/// TestNG.
pub mod testng {
    pub const TEST: &str = "org/testng/annotations/Test";
    pub const IGNORE: &str = "org/testng/annotations/Ignore";
    pub const BEFORE_METHOD: &str = "org/testng/annotations/BeforeMethod";
    pub const AFTER_METHOD: &str = "org/testng/annotations/AfterMethod";
    pub const DATA_PROVIDER: &str = "org/testng/annotations/DataProvider";
    /// What is called once, before all tests: from the suite to the class.
    pub const BEFORE_ONCE: [&str; 4] = [
        "org/testng/annotations/BeforeSuite",
        "org/testng/annotations/BeforeTest",
        "org/testng/annotations/BeforeGroups",
        "org/testng/annotations/BeforeClass",
    ];
    /// The same after all tests.
    pub const AFTER_ONCE: [&str; 4] = [
        "org/testng/annotations/AfterClass",
        "org/testng/annotations/AfterGroups",
        "org/testng/annotations/AfterTest",
        "org/testng/annotations/AfterSuite",
    ];
}

/// Mockito.
pub mod mockito {
    use heddle_verdict::AcceptedRace;

    /// It is on the class path.
    pub const CLASS: &str = "org/mockito/Mockito.class";
    /// Its plug-ins, unless the program says otherwise: mocks are proxies of interfaces, and members are accessed by reflection. By
    /// default it changes loaded classes and their modules through an agent of the virtual machine.
    pub const PLUG_INS: [(&str, &str); 2] = [
        ("mockito-extensions/org.mockito.plugins.MockMaker", "mock-maker-proxy"),
        ("mockito-extensions/org.mockito.plugins.MemberAccessor", "member-accessor-reflection"),
    ];
    /// Its mocks note the last call in a field without a lock.
    pub fn accepted_race() -> AcceptedRace {
        AcceptedRace { field: "org.mockito.*".into(), why: "how mocks note calls, which is not the program's".into() }
    }
    /// What it throws if there is no way to make a mock, and how the message begins.
    pub const CANNOT_MOCK: (&str, &str) = ("org.mockito.exceptions.base.MockitoException", "Cannot mock");
}

/// Heddle's own.
pub mod own {
    pub const HEDDLE_TEST: &str = "heddle/junit/HeddleTest";
    /// The extension behind it, which does nothing inside Heddle.
    pub const EXTENSION: &str = "heddle/junit/HeddleExtension";
}

/// What an assumption throws that does not hold: the test is aborted, not failed.
pub const ABORTS: [&str; 3] = [
    "org/opentest4j/TestAbortedException",
    // The public class of JUnit 4 extends it.
    "org/junit/internal/AssumptionViolatedException",
    "org/testng/SkipException",
];

/// The classes of such throwables, as they are thrown.
pub const ABORTED: [&str; 4] = [
    "org/opentest4j/TestAbortedException",
    "org/junit/AssumptionViolatedException",
    "org/junit/internal/AssumptionViolatedException",
    "org/testng/SkipException",
];
