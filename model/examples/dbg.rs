//! dbg
use ballast::ControlPlane as Plane;
use model::explore::*;
use spec::yaml::SpecFile;
use spec::canon::*;use model::world::Move;
fn main(){
    let spec=SpecFile::read("spec/spec.yaml".as_ref()).unwrap();
    for s in &spec.scopes {
        let e=Explorer::new(s,&spec.decisions());
        let r=bisimulation::sample::<Plane>(&e,1500,1,1);
        println!("{} pairs {}",s.name,r.pairs);
        if let Some(m)=r.mismatch {
            println!("{}",m.difference);
            for path in [&m.first,&m.second] {
                print!("{}",model::story::render(&model::story::tell::<Plane>(&e,path),None));
                let mut sc=Scratch::default();
                let mut n: Node<Plane>=e.start();
                for mv in path.iter() { e.replay(&mut n,*mv,&mut sc); }
                let mut c=Canon::default();
                println!("now {} {:?}", n.world.now, n.world);
                n.plane.describe(n.world.now,&mut c); println!("P {:?}", c.facts().map(|f|format!("{f:?}")).collect::<Vec<_>>()); c.clear();
                n.situation.describe(n.world.now,&mut c); println!("S {:?}", c.facts().map(|f|format!("{f:?}")).collect::<Vec<_>>()); c.clear();
                let mv=Move::Send(spec::Command::Restart{lost:1}); let mut to=n.clone(); println!("{:?}", e.step(&n,mv,&mut to,&mut sc)); 
                for at in [to.world.now, to.world.now-1] { for d in [&to.plane as &dyn Describe, &to.situation, &to.judge] { d.describe(at,&mut c); println!("  after {at} {:?}", c.facts().map(|f|format!("{f:?}")).collect::<Vec<_>>()); c.clear(); }}
                n.judge.describe(n.world.now,&mut c); println!("J {:?}", c.facts().map(|f|format!("{f:?}")).collect::<Vec<_>>()); c.clear();
            }
        }
    }
}
