//! A system that is not BALLAST on the same spine: a counter that clients raise (by 1 to 3) and reset (0), with a planted
//! bug. `cargo run -p model --example toy` finds it, names the fastest seed, and checks that a seed repeats itself.

use model::spine::{
    Agenda, Class, Fault, Finding, Fixed, Judge, Meter, Options, Ruling, Scenario, Step, Stream, System, World,
    run_corpus, self_check,
};

#[derive(Default)]
pub(crate) struct Counter(u64, u64);

impl System for Counter {
    type Command = u64;
    type Outcome = u64;

    fn apply(&mut self, _at: u64, raise: &u64) -> u64 {
        self.1 = if *raise == 0 { 0 } else { self.1 + 1 };
        let counted = if self.1 == 3 { 0 } else { *raise }; // The bug: the third raise in a row is lost.
        self.0 = if *raise == 0 { 0 } else { self.0 + counted };
        self.0
    }
}

pub(crate) struct Clients(Agenda<Step<u64>>);

impl World<Counter> for Clients {
    fn next(&mut self) -> Option<(u64, Step<u64>)> {
        self.0.take_next()
    }
}

pub(crate) struct Adder(u64);

impl Judge<Counter> for Adder {
    fn command(&mut self, _at: u64, raise: &u64, total: &u64, _system: &Counter) -> Ruling {
        self.0 = if *raise == 0 { 0 } else { self.0 + raise };
        let wrong = || Finding::new(Class::Correctness, "sum", format!("{total} is not {}", self.0));
        (self.0 != *total).then(wrong).into()
    }
}

pub(crate) struct Toy;

impl Scenario for Toy {
    type System = Counter;
    type World = Clients;
    type Judge = Adder;
    type Setup = u64;

    fn name(&self) -> String {
        "toy".to_owned()
    }

    fn setup(&self, stream: Stream, _fixed: &Fixed) -> u64 {
        stream.child("clients").draws().between(1, 8)
    }

    fn world(&self, clients: &u64, stream: Stream) -> Clients {
        let mut agenda = Agenda::default();
        for client in 0..*clients {
            let mut draws = stream.child("client").keyed(&[client]).draws();
            let (at, raise) = (draws.below(100), draws.below(4));
            if raise == 0 {
                agenda.enter(at, Step::Fault(Fault { kind: "reset".into(), detail: format!("by client {client}") }));
            }
            agenda.enter(at, Step::Command(raise));
        }
        Clients(agenda)
    }

    fn system(&self, _clients: &u64) -> Counter {
        Counter::default()
    }

    fn judge(&self, _clients: &u64, _stream: Stream) -> Adder {
        Adder(0)
    }
}

fn main() -> std::io::Result<()> {
    if model::spine::self_check::serve(&Toy, &Fixed::new())? {
        return Ok(());
    }
    for (signature, group) in run_corpus(&Toy, &Options::seeds(100), &Meter::default()).findings {
        println!("{signature}: {} of 100 seeds, fastest {}: {}", group.count, group.fastest_seed, group.finding);
    }
    let divergence = self_check(&Toy, 1, &Fixed::new(), 2, true)?;
    println!("{}", divergence.map_or_else(|| "seed 1 repeats itself".to_owned(), |found| found.finding().to_string()));
    Ok(())
}
