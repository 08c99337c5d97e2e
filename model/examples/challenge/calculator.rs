//! The calculator: sums and quotients of integers, said to have a value wherever no divisor is written as 0.

use std::fmt;

/// A term.
#[derive(Debug, Clone, PartialEq)]
pub enum Term {
    /// A number.
    Number(i64),
    /// A sum.
    Sum(Box<Term>, Box<Term>),
    /// A quotient.
    Quotient(Box<Term>, Box<Term>),
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Number(number) => write!(f, "{number}"),
            Term::Sum(left, right) => write!(f, "(+, {left}, {right})"),
            Term::Quotient(left, right) => write!(f, "(/, {left}, {right})"),
        }
    }
}

/// Whether a term without a written division by 0 has no value all the same.
pub fn calculator(term: &Term) -> bool {
    divides_by_no_written_zero(term) && value(term).is_none()
}

fn divides_by_no_written_zero(term: &Term) -> bool {
    match term {
        Term::Number(_) => true,
        Term::Quotient(_, divisor) if **divisor == Term::Number(0) => false,
        Term::Sum(left, right) | Term::Quotient(left, right) => {
            divides_by_no_written_zero(left) && divides_by_no_written_zero(right)
        }
    }
}

/// In 128 bits no term of the depth that is generated overflows; the quotient is rounded down, as in the original.
fn value(term: &Term) -> Option<i128> {
    match term {
        Term::Number(number) => Some(i128::from(*number)),
        Term::Sum(left, right) => Some(value(left)? + value(right)?),
        Term::Quotient(left, right) => {
            let (left, right) = (value(left)?, value(right)?);
            let quotient = left.checked_div(right)?;
            Some(if left % right != 0 && (left < 0) != (right < 0) { quotient - 1 } else { quotient })
        }
    }
}
