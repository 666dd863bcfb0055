//! What a machine has met besides states: what the report says that runs depended on. It does not travel with states; a search on several
//! processes puts it together at the end.

use heddle_program::MethodId;
use serde::{Deserialize, Serialize};

use crate::code::Body;
use crate::dependence::{Dependence, Dependences};
use crate::machine::Machine;
use crate::numbers::{NumberUse, NumbersUse};
use crate::throw::BacktraceFrame;

/// Methods by number, and places by method and instruction: they mean the same where tables are the same ([`Machine::hash_of_tables`]).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Met {
    called: Vec<u32>,
    natives: Vec<u32>,
    places: Vec<(Dependence, Vec<(u32, u32)>)>,
    /// Constants, positions and random numbers that were left out.
    left_out: [bool; 3],
    properties_read: Vec<String>,
    properties_changed: Vec<String>,
    threads: usize,
    /// Of names and of ids: taken by others, looked at.
    numbers: [[bool; 2]; 2],
}

impl Machine<'_> {
    /// All that was met so far of the first so many methods.
    pub fn met(&self, methods: usize) -> Met {
        let Dependences {
            places,
            constants_left_out,
            positions_left_out,
            random_left_out,
            properties_read,
            properties_changed,
            threads,
        } = &self.linkage.dependences;
        let known = || self.linkage.methods.iter().enumerate().take(methods);
        let is_known = |frame: &&BacktraceFrame| frame.method.index() < methods;
        let NumbersUse { names, ids } = self.linkage.numbers;
        Met {
            called: known().filter(|(_, of)| !matches!(of.body, Body::Unprepared)).map(|(at, _)| at as u32).collect(),
            natives: known().filter(|(_, of)| of.was_executed).map(|(at, _)| at as u32).collect(),
            places: places
                .iter()
                .map(|(on, at)| (on.clone(), at.iter().filter(is_known).map(|at| (at.method.0, at.pc)).collect()))
                .collect(),
            left_out: [*constants_left_out, *positions_left_out, *random_left_out],
            properties_read: properties_read.iter().cloned().collect(),
            properties_changed: properties_changed.iter().cloned().collect(),
            threads: *threads,
            numbers: [names, ids].map(|of| [of.taken_by_others, of.looked_at]),
        }
    }

    /// Counts what another machine has met as met by this one.
    pub fn meet(&mut self, met: &Met) {
        let Met { called, natives, places, left_out, properties_read, properties_changed, threads, numbers } = met;
        for &method in called {
            // A method without code stays without.
            let _ = self.prepare_method(MethodId(method));
        }
        for &method in natives {
            let method = &mut self.linkage.methods[method as usize];
            self.linkage.executed += u32::from(!method.was_executed);
            method.was_executed = true;
        }
        let dependences = &mut self.linkage.dependences;
        for (on, at) in places {
            let frames = at.iter().map(|&(method, pc)| BacktraceFrame { method: MethodId(method), pc });
            dependences.places.entry(on.clone()).or_default().extend(frames);
        }
        dependences.constants_left_out |= left_out[0];
        dependences.positions_left_out |= left_out[1];
        dependences.random_left_out |= left_out[2];
        dependences.properties_read.extend(properties_read.iter().cloned());
        dependences.properties_changed.extend(properties_changed.iter().cloned());
        dependences.threads = dependences.threads.max(*threads);
        let [names, ids] = numbers.map(|[taken_by_others, looked_at]| NumberUse { taken_by_others, looked_at });
        self.linkage.numbers = self.linkage.numbers | NumbersUse { names, ids };
    }
}
