//! Methods that a verifier must refuse, each with its reason, and some that it must accept. The
//! bytes are written by hand because no compiler makes them.

use crate::common::assembler::{Assembler, Body, PUBLIC, STATIC};
use bytes::Bytes;
use heddle_program::ir::Code;
use heddle_program::listing::Listing;
use heddle_program::translate::verify_class;
use heddle_program::{LinkError, Origin};

/// What translating one hand-made method gives: its listing or the error.
fn translate_with(
    major: u16,
    access: u16,
    name: &str,
    descriptor: &str,
    make: impl FnOnce(&mut Assembler) -> Body,
) -> Result<String, LinkError> {
    let mut class = Assembler::new(major);
    let body = make(&mut class);
    class.method(access, name, descriptor, &body);
    let program = crate::common::open(heddle_testing::jdk(), &[]);
    let class = program.define(Bytes::from(class.finish("a/Made", "java/lang/Object")), Origin::User)?;
    let code: &Code = program.code(program.class(class).methods[0])?;
    Ok(Listing::new(code).with_maps(code.live_maps(&program)).to_string())
}

/// A static method of Java 17 whose code needs no constants.
fn translate(descriptor: &str, max_stack: u16, max_locals: u16, code: &[u8]) -> Result<String, LinkError> {
    translate_with(61, PUBLIC | STATIC, "m", descriptor, |_| body(max_stack, max_locals, code))
}

fn body(max_stack: u16, max_locals: u16, code: &[u8]) -> Body {
    Body { max_stack, max_locals, code: code.to_vec(), ..Body::default() }
}

#[track_caller]
fn refused(result: Result<String, LinkError>, reason: &str) {
    match result {
        Ok(listing) => panic!("accepted:\n{listing}"),
        Err(error) => {
            assert_eq!(error.java_class, "java/lang/VerifyError", "{error}");
            assert!(error.message.starts_with(reason), "{error}");
            assert!(error.message.contains(" in a/Made."), "{error}");
        }
    }
}

/// A frame like the one before it.
fn same(delta: u8) -> Vec<u8> {
    vec![delta]
}

#[test]
fn one_bad_method_spoils_its_class() {
    let mut class = Assembler::new(61);
    class.method(STATIC, "good", "()V", &body(0, 0, &[0xb1]));
    class.method(STATIC, "bad", "()V", &body(0, 0, &[0x57, 0xb1]));
    let program = crate::common::open(heddle_testing::jdk(), &[]);
    let bytes = Bytes::from(class.finish("a/Made", "java/lang/Object"));
    let class = program.define(bytes, Origin::User).expect("well formed");
    let error = verify_class(&program, class).expect_err("a method underflows its stack");
    assert_eq!(error.message, "operand stack underflow in a/Made.bad()V @0");
    assert!(program.code(program.class(class).methods[0]).is_ok());
}

#[test]
fn stack_bounds() {
    refused(translate("()V", 0, 0, &[0x57, 0xb1]), "operand stack underflow");
    refused(translate("()V", 1, 0, &[0x03, 0x03, 0xb1]), "operand stack overflow");
    refused(translate("()V", 1, 0, &[0x09, 0x58, 0xb1]), "operand stack overflow");
    refused(translate("()V", 2, 0, &[0x09, 0x57, 0xb1]), "bad type on operand stack: a two-slot value is split");
}

#[test]
fn operand_types() {
    let int_for_float = "bad type on operand stack: int is not assignable to float";
    refused(translate("()V", 2, 0, &[0x03, 0x0b, 0x62, 0x57, 0xb1]), int_for_float);
    refused(translate("()V", 1, 0, &[0x01, 0x74, 0xb1]), "bad type on operand stack: null is not assignable to int");
    refused(translate("(I)V", 1, 1, &[0x2a, 0x57, 0xb1]), "bad local variable type: local 0 is int");
    refused(translate("(J)V", 1, 2, &[0x1b, 0x57, 0xb1]), "bad local variable type");
    refused(translate("()V", 1, 1, &[0x1a, 0x57, 0xb1]), "bad local variable type: local 0 is nothing usable");
    refused(translate("()V", 1, 1, &[0x1b, 0x57, 0xb1]), "local variable out of range");
    refused(translate("(I)V", 1, 1, &[0x1a, 0xbe, 0x57, 0xb1]), "bad type on operand stack: int is no array");
}

#[test]
fn a_store_into_half_of_a_long_spoils_it() {
    // lload_0; lstore_0; iconst_0; istore_1; lload_0
    refused(translate("(J)V", 2, 2, &[0x1e, 0x3f, 0x03, 0x3c, 0x1e, 0x58, 0xb1]), "bad local variable type");
}

#[test]
fn results_match_the_descriptor() {
    let reason = "the return instruction does not match the method's result type";
    refused(translate("()V", 1, 0, &[0x03, 0xac]), reason);
    refused(translate("()I", 1, 0, &[0xb1]), reason);
    refused(translate("()I", 1, 0, &[0x01, 0xb0]), reason);
    let number = translate_with(61, STATIC, "m", "()Ljava/lang/Number;", |class| {
        let string = class.class("java/lang/String");
        let [high, low] = string.to_be_bytes();
        body(1, 0, &[0x01, 0xc0, high, low, 0xb0])
    });
    refused(number, "bad type on operand stack: java/lang/String is not assignable to java/lang/Number");
}

#[test]
fn control_flow_stays_inside() {
    refused(translate("()V", 1, 0, &[0x03, 0x57]), "control flow falls through code end");
    refused(translate("()V", 0, 0, &[0xa7, 0, 9]), "a branch leads out of the method");
    refused(translate("()V", 0, 0, &[0xa7, 0]), "the code ends inside an instruction");
    refused(translate("()V", 0, 0, &[0xfe, 0xb1]), "bad instruction: 0xfe");
    refused(translate("()V", 0, 0, &[0xa8, 0, 3, 0xb1]), "bad instruction");
    // goto into the middle of sipush
    refused(translate("()V", 1, 0, &[0xa7, 0, 4, 0x11, 0, 0, 0x57, 0xb1]), "expecting a stack map frame");
}

#[test]
fn frames_are_needed_and_must_match() {
    // iload_0; ifeq +3; return
    let branch = [0x1a, 0x99, 0, 3, 0xb1];
    refused(translate("(I)V", 1, 1, &branch), "expecting a stack map frame at branch target");
    let with =
        |frames: Vec<Vec<u8>>| translate_with(61, STATIC, "m", "(I)V", |_| Body { frames, ..body(1, 1, &branch) });
    assert!(with(vec![same(4)]).is_ok());
    refused(with(vec![same(3)]), "StackMapTable error: bad offset");
    refused(
        with(vec![vec![255, 0, 4, 0, 1, 2, 0, 0]]),
        "local 0 (int) is not assignable to the stack map frame (float)",
    );
    refused(with(vec![vec![68, 1]]), "current frame's stack size does not match");
    refused(with(vec![vec![248, 0, 4], vec![248, 0, 0]]), "StackMapTable error");
    refused(with(vec![vec![252, 0, 4, 1]]), "StackMapTable error: bad locals");
    // A frame may forget what it knows.
    assert!(with(vec![vec![255, 0, 4, 0, 0, 0, 0]]).is_ok());
}

#[test]
fn code_behind_a_jump_needs_a_frame() {
    refused(translate("()V", 0, 0, &[0xb1, 0xb1]), "expecting a stack map frame");
}

#[test]
fn constructors_call_another_constructor_first() {
    let construct = |code: &dyn Fn(u16) -> Vec<u8>| {
        translate_with(61, PUBLIC, "<init>", "()V", |class| {
            let init = class.method_ref("java/lang/Object", "<init>", "()V");
            body(2, 1, &code(init))
        })
    };
    let call = |init: u16| [0xb7, (init >> 8) as u8, init as u8];
    assert!(construct(&|init| [&[0x2a][..], &call(init), &[0xb1]].concat()).is_ok());
    refused(construct(&|_| vec![0xb1]), "constructor must call super() or this() before return");
    let twice = construct(&|init| [&[0x2a][..], &call(init), &[0x2a], &call(init), &[0xb1]].concat());
    refused(twice, "bad operand type when invoking <init>");
    // An uninitialised object cannot be passed on: aload_0; areturn would leak it.
    let leak = translate_with(61, STATIC, "m", "()Ljava/lang/Object;", |class| {
        let [high, low] = class.class("java/lang/Object").to_be_bytes();
        body(1, 0, &[0xbb, high, low, 0xb0])
    });
    refused(leak, "bad type on operand stack: uninitialized object of @0 is not assignable to java/lang/Object");
}

#[test]
fn constructors_match_what_new_made() {
    let wrong = translate_with(61, STATIC, "m", "()V", |class| {
        let [high, low] = class.class("java/lang/Thread").to_be_bytes();
        let init = class.method_ref("java/lang/Object", "<init>", "()V").to_be_bytes();
        body(2, 0, &[0xbb, high, low, 0x59, 0xb7, init[0], init[1], 0x57, 0xb1])
    });
    refused(wrong, "call to wrong <init> method");
    let array = translate_with(61, STATIC, "m", "()V", |class| {
        let [high, low] = class.class("[I").to_be_bytes();
        body(1, 0, &[0xbb, high, low, 0x57, 0xb1])
    });
    refused(array, "illegal new instruction");
}

#[test]
fn constants_have_the_right_kind() {
    let load = |opcode: u8| {
        translate_with(61, STATIC, "m", "()V", |class| {
            let [high, low] = class.integer(7).to_be_bytes();
            body(2, 0, &[opcode, high, low, 0x57, 0xb1])
        })
    };
    assert!(load(0x13).is_ok());
    for opcode in [0x14, 0xb2, 0xb8, 0xbb] {
        refused(load(opcode), "illegal type of constant-pool entry");
    }
}

#[test]
fn protected_members_of_other_packages() {
    // Object.clone on something that is no Made.
    let clone = translate_with(61, STATIC, "m", "(Ljava/lang/Object;)V", |class| {
        let [high, low] = class.method_ref("java/lang/Object", "clone", "()Ljava/lang/Object;").to_be_bytes();
        body(1, 1, &[0x2a, 0xb6, high, low, 0x57, 0xb1])
    });
    refused(clone, "bad access to protected data");
    let own = translate_with(61, PUBLIC, "m", "()V", |class| {
        let [high, low] = class.method_ref("java/lang/Object", "clone", "()Ljava/lang/Object;").to_be_bytes();
        body(1, 1, &[0x2a, 0xb6, high, low, 0x57, 0xb1])
    });
    assert!(own.is_ok());
    let special = translate_with(61, PUBLIC, "m", "()V", |class| {
        let [high, low] = class.method_ref("java/lang/Thread", "run", "()V").to_be_bytes();
        body(1, 1, &[0x2a, 0xb7, high, low, 0xb1])
    });
    refused(special, "bad invokespecial instruction");
}

#[test]
fn exception_tables() {
    let with = |row: (u16, u16, u16, &'static str), frames: Vec<Vec<u8>>| {
        translate_with(61, STATIC, "m", "(I)V", move |class| {
            let catch = if row.3.is_empty() { 0 } else { class.class(row.3) };
            // iload_0; iload_0; idiv; pop; return; (handler) pop; return
            let code = [0x1a, 0x1a, 0x6c, 0x57, 0xb1, 0x57, 0xb1];
            Body { exceptions: vec![(row.0, row.1, row.2, catch)], frames, ..body(2, 1, &code) }
        })
    };
    // same_locals_1_stack_item, Throwable: the class of the pool that the handler names.
    let handler = || vec![vec![64 + 5, 7, 0, 2]];
    let listing = with((0, 4, 5, "java/lang/ArithmeticException"), handler()).expect("well typed");
    assert!(listing.contains("0..1 catch"), "{listing}");
    refused(
        with((0, 4, 5, "java/lang/String"), handler()),
        "catch type java/lang/String is not a subclass of Throwable",
    );
    refused(with((0, 4, 5, "java/lang/ArithmeticException"), vec![]), "expecting a stack map frame at handler");
    let missing = with((0, 4, 5, "not/There"), handler()).expect_err("the class does not exist");
    assert_eq!(missing.java_class, "java/lang/NoClassDefFoundError");
}

#[test]
fn old_files_are_verified_by_inference() {
    let branch = [0x1a, 0x99, 0, 3, 0xb1];
    assert!(translate_with(49, STATIC, "m", "(I)V", |_| body(1, 1, &branch)).is_ok());
    // Version 50 fails over to inference, 51 does not.
    assert!(translate_with(50, STATIC, "m", "(I)V", |_| body(1, 1, &branch)).is_ok());
    let newer = translate_with(51, STATIC, "m", "(I)V", |_| body(1, 1, &branch));
    refused(newer, "expecting a stack map frame at branch target");
    // iload_0; ifeq +4; iconst_0; return: the stack differs where the paths meet.
    let uneven = translate_with(49, STATIC, "m", "(I)V", |_| body(1, 1, &[0x1a, 0x99, 0, 4, 0x03, 0xb1]));
    refused(uneven, "inconsistent stack height");
    // iload_0; ifeq +7; fconst_0; fstore_1; goto +5; iconst_0; istore_1; iload_1: int or float.
    let mixed = [0x1a, 0x99, 0, 8, 0x0b, 0x44, 0xa7, 0, 5, 0x03, 0x3c, 0x1b, 0x57, 0xb1];
    refused(translate_with(49, STATIC, "m", "(I)V", |_| body(1, 2, &mixed)), "bad local variable type");
}

#[test]
fn subroutines_are_copied_for_each_call() {
    // istore in a subroutine that is called twice: local 0 += 1 each time.
    //  0 jsr 10   3 jsr 10   6 iload_0   7 ireturn   8 nop 9 nop
    // 10 astore_1  11 iinc 0 1  14 ret 1
    let code = [0xa8, 0, 10, 0xa8, 0, 7, 0x1a, 0xac, 0, 0, 0x4c, 0x84, 0, 1, 0xa9, 1];
    let listing = translate_with(48, STATIC, "m", "(I)I", |_| body(1, 2, &code)).expect("well typed");
    let adds: Vec<_> = listing.lines().filter(|line| line.contains("IAddK l0, 1")).collect();
    assert_eq!(adds.len(), 2, "{listing}");
    assert!(adds.iter().all(|line| line.contains("@11 ")), "{listing}");
    let outside = translate_with(48, STATIC, "m", "()V", |_| body(1, 1, &[0xa9, 0]));
    refused(outside, "ret outside a subroutine");
    let endless = translate_with(48, STATIC, "m", "()V", |_| body(9, 1, &[0xa8, 0, 0]));
    refused(endless, "subroutines call each other too deeply");
}

#[test]
fn huge_frames_are_refused_in_time() {
    // 60,000 locals in every one of 20,000 frames.
    let mut code = vec![0; 60_000];
    code.push(0xb1);
    let mut frames = vec![vec![255, 0, 0, 0, 0, 0, 0]];
    frames.extend((0..20_000).map(|_| same(1)));
    let huge = translate_with(61, STATIC, "m", "()V", |_| Body { frames, ..body(1, 60_000, &code) });
    refused(huge, "the method is too large to verify");
}
