//! The translation of every method of the JDKs of this machine keeps the invariants of register
//! code, and the verifier accepts what the JDK's compiler made.

use heddle_program::cfg::Cfg;
use heddle_program::loops::Loops;
use heddle_program::maps::argument_registers;
use heddle_program::self_check::self_check;
use heddle_program::translate::{Verification, translate, verify};
use heddle_program::{MethodId, Program};

/// All methods of java.base that have bytecode, of every `every`-th class.
fn each_method(program: &Program, every: usize, mut visit: impl FnMut(MethodId)) -> usize {
    let mut names: Vec<_> = program.jdk_classes().filter(|(module, _)| module == "java.base").collect();
    names.sort();
    let mut count = 0;
    for (_, name) in names.iter().step_by(every) {
        let class = program.class(program.load(name).unwrap_or_else(|error| panic!("{name}: {error}")));
        for &id in &class.methods {
            let method = program.method(id);
            if !method.is_abstract() && !method.is_native() {
                visit(id);
                count += 1;
            }
        }
    }
    count
}

#[test]
fn every_method_of_java_base_translates() {
    for jdk in heddle_testing::jdks() {
        let program = crate::common::open(jdk, &[]);
        let count = each_method(&program, 1, |id| {
            let name = || program.external_method(id);
            let code = translate(&program, id).unwrap_or_else(|error| panic!("{error}"));
            let maps = code.live_maps(&program);
            self_check(&code, &argument_registers(program.method(id)), maps)
                .unwrap_or_else(|error| panic!("{}: {error}", name()));
            let cfg = Cfg::new(&code);
            assert!(!Loops::new(&cfg).irreducible, "{}: javac makes reducible code", name());
        });
        assert!(count > 50_000, "{count} methods in {}", jdk.home.display());
    }
}

#[test]
fn the_verifier_accepts_java_base() {
    for jdk in heddle_testing::jdks() {
        let program = crate::common::open(jdk, &[]);
        each_method(&program, 1, |id| {
            verify(&program, id, Verification::TypeChecking).unwrap_or_else(|error| panic!("{error}"));
        });
    }
}

#[test]
fn type_inference_accepts_java_base() {
    for jdk in heddle_testing::jdks() {
        let program = crate::common::open(jdk, &[]);
        each_method(&program, 1, |id| {
            verify(&program, id, Verification::TypeInference).unwrap_or_else(|error| panic!("{error}"));
        });
    }
}
