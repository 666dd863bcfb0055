//! Call sites that are linked when they are reached: lambdas, method references, concatenations, methods of records.

use heddle_classfile::{ClassFile, Constant, HandleKind};
use heddle_program::ir::{CallSite, Callee, NO_REG};
use heddle_program::{ClassId, Program, SyntheticClass, SyntheticField, Type, access};

use super::convert::Conversion;
use super::layout::{Fact, Global};
use super::rules::{Here, Make};
use super::{Lambda, word};
use crate::network::Value;

/// The name of the method of a record that a call site stands for.
pub(super) fn record_method(program: &Program, host: ClassId, cp: u16) -> Option<String> {
    let file = program.class(host).file.as_deref()?;
    let (bootstrap, name_and_type) = file.dynamic(cp).ok()?;
    let bootstrap = file.bootstrap_method(bootstrap).ok()?;
    let factory = file.member_ref(file.method_handle(bootstrap.handle).ok()?.1).ok()?;
    let is_record = &*file.class_name(factory.class).ok()? == "java/lang/runtime/ObjectMethods";
    is_record.then(|| name_and_type.name.to_string())
}

impl<'p> Make<'_, 'p> {
    pub fn invoke_dynamic(&mut self, here: &Here<'p>, site: &CallSite) {
        let yes = self.space.bdds.yes();
        let host = here.code.pool_class;
        if let Callee::Pool(cp) = site.callee
            && let Some(name) = record_method(self.java.program, host, cp)
        {
            return self.record_method(here, site, host, &name);
        }
        if let Some(method) = self.concatenation(here, site) {
            return self.call_code(here, site, method);
        }
        match self.link_lambda(here, site) {
            Some(class) => self.make_lambda(here, site, class),
            None => self.outside(yes, "invokedynamic other than lambdas and string concatenation"),
        }
    }

    /// The class of a lambda.
    fn link_lambda(&mut self, here: &Here<'p>, site: &CallSite) -> Option<ClassId> {
        let program = self.java.program;
        let host = here.code.pool_class;
        let file = program.class(host).file.as_deref()?;
        let Callee::Pool(cp) = site.callee else { return None };
        let (bootstrap, name_and_type) = file.dynamic(cp).ok()?;
        let bootstrap = file.bootstrap_method(bootstrap).ok()?;
        let factory = file.member_ref(file.method_handle(bootstrap.handle).ok()?.1).ok()?;
        if &*file.class_name(factory.class).ok()? != "java/lang/invoke/LambdaMetafactory" {
            return None;
        }
        let mut interfaces = self.markers(file, host, &bootstrap.arguments)?;
        let (erased, exact) = (*bootstrap.arguments.first()?, *bootstrap.arguments.get(2)?);
        let (erased, exact) = (file.method_type(erased).ok()?, file.method_type(exact).ok()?);
        let (kind, reference) = file.method_handle(*bootstrap.arguments.get(1)?).ok()?;
        let implementation = program.resolve_method(host, reference).ok()?;
        let signature = program.signature(&name_and_type.descriptor)?;
        let name = format!("{}$$Symbolic{}", program.class_name(host), cp);
        let exact = program.signature(&exact)?;
        let selects = matches!(kind, HandleKind::InvokeVirtual | HandleKind::InvokeInterface);
        let mut given: Vec<Type> = signature.params.to_vec();
        given.extend(&exact.params);
        let conversion = Conversion { given, gives: exact.result, method: implementation, kind };
        // What it is called with may have to be converted before and after.
        let (implementation, selects) = if conversion.is_needed(program) || program.signature(&erased)? != exact {
            (self.converting(host, &name, &conversion, &program.signature(&erased)?)?, false)
        } else {
            (implementation, selects)
        };
        interfaces.insert(0, program.class_of_type(signature.result).ok()?);
        let names: Vec<(String, String)> = signature
            .params
            .iter()
            .enumerate()
            .map(|(at, &param)| Some((format!("c{at}"), program.descriptor_of(program.class_of_type(param).ok()?))))
            .collect::<Option<_>>()?;
        let fields = names
            .iter()
            .map(|(name, descriptor)| SyntheticField { name, descriptor, access: access::FINAL })
            .collect::<Vec<_>>();
        let class = program
            .synthesize(SyntheticClass {
                name: &name,
                access: access::FINAL,
                host,
                superclass: program.well_known().object,
                interfaces,
                fields,
                methods: vec![],
            })
            .ok()?;
        let lambda = Lambda {
            implementation,
            called: (name_and_type.name.to_string(), program.signature(&erased)?.params.to_vec()),
            selects,
            captures: names.len(),
        };
        self.java.lambdas.insert(class, lambda);
        Some(class)
    }

    /// The further interfaces that `altMetafactory` is told of.
    fn markers(&self, file: &ClassFile, host: ClassId, arguments: &[u16]) -> Option<Vec<ClassId>> {
        const SERIALIZABLE: i32 = 1;
        const MARKERS: i32 = 2;
        let program = self.java.program;
        let number = |at: usize| match file.constant(*arguments.get(at)?) {
            Ok(Constant::Integer(value)) => Some(value),
            _ => None,
        };
        if arguments.len() <= 3 {
            return Some(Vec::new());
        }
        let flags = number(3)?;
        let mut interfaces = Vec::new();
        if flags & SERIALIZABLE != 0 {
            interfaces.push(program.load("java/io/Serializable").ok()?);
        }
        if flags & MARKERS != 0 {
            let count = usize::try_from(number(4)?).ok()?;
            for &cp in arguments.get(5..5 + count)? {
                interfaces.push(program.resolve_class(host, cp).ok()?);
            }
        }
        interfaces.dedup();
        Some(interfaces)
    }

    fn make_lambda(&mut self, here: &Here<'p>, site: &CallSite, class: ClassId) {
        let program = self.java.program;
        let fields = program.class(class).layout.fields.clone();
        // Arguments take as many slots as their types do.
        let mut at = 0;
        let mut values = Vec::new();
        for &field in &fields {
            let ty = program.field(field).ty;
            values.push((field, self.word(site.args[at])));
            at += usize::from(ty.slots());
        }
        if let Some(&missing) = fields.iter().find(|field| !self.java.layout.fields.contains(field)) {
            // Captured values are rarely all 0; asking for all at once saves starting over.
            for &field in fields.iter().filter(|&&field| field != missing) {
                self.lacks(self.space.bdds.yes(), Fact::Field(field));
            }
            return self.lacks(self.space.bdds.yes(), Fact::Field(missing));
        }
        for (guard, slot, mut assign) in self.allocate(&self.space.bdds.yes(), class) {
            for (field, value) in &values {
                let place = program.field(*field).place;
                let var = self.global(Global::Cell(slot, place));
                assign.push((var, Value::Is(word::unsigned(&self.space.bdds, value, self.space.width(var)))));
            }
            if site.dest != NO_REG {
                let reference = self.reference_to(slot);
                assign.push((self.register(site.dest), Value::Is(reference)));
            }
            self.go(here, guard, here.pc + 1, assign);
        }
    }
}
