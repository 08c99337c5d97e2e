//! The documentation: its links lead somewhere, and its examples are what the code reads and writes.

use super::files::{File, below, root};

/// The book and the pages at the root.
fn pages() -> Vec<File> {
    let pages: Vec<File> = below("").into_iter().filter(|file| file.is(".md")).collect();
    assert!(pages.iter().any(|page| page.name.starts_with("docs/")), "no page of the book was found");
    pages
}

#[test]
fn every_link_to_a_file_leads_to_one() {
    let mut links = 0;
    for page in pages() {
        let folder = root().join(&page.name).parent().expect("a page has a folder").to_owned();
        for (number, line) in page.lines() {
            for target in line.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
                let path = target.split('#').next().unwrap_or_default();
                if path.is_empty() || path.contains("://") {
                    continue;
                }
                links += 1;
                assert!(folder.join(path).exists(), "{}:{number} links to {target}, which is not there", page.name);
            }
        }
    }
    assert!(links > 0, "no link was found");
}

#[test]
fn every_page_of_the_book_is_in_its_index() {
    let index = super::files::read("docs/README.md");
    let pages = below("docs");
    assert!(pages.len() > 1, "the book has no pages");
    for page in pages.iter().filter(|page| page.is(".md") && page.name != "docs/README.md") {
        let name = page.name.trim_start_matches("docs/");
        assert!(index.contains(&format!("]({name})")), "docs/README.md does not lead to {name}");
    }
}

#[test]
fn every_example_of_a_record_is_read_and_written_back_as_it_stands() {
    let page = super::files::read("docs/records.md");
    let mut examples = 0;
    let mut inside = false;
    for line in page.lines() {
        match line {
            "```json" => inside = true,
            "```" => inside = false,
            example if inside => {
                examples += 1;
                let record: spec::Record = serde_json::from_str(example)
                    .unwrap_or_else(|error| panic!("docs/records.md: {error} in {example}"));
                assert_eq!(serde_json::to_string(&record).expect("a record is JSON"), example);
            }
            _ => {}
        }
    }
    assert!(examples > 0, "docs/records.md has no example");
}

#[test]
fn the_book_counts_as_many_decisions_as_the_spec_has() {
    let decisions = spec::DecisionId::all().len().to_string();
    let mut words = 0;
    for page in pages() {
        for (number, line) in page.lines() {
            let all: Vec<&str> = line.split_whitespace().collect();
            words += all.len();
            for pair in all.windows(2).filter(|pair| pair[1].starts_with("decisions")) {
                let count = pair[0].trim_matches(|letter: char| !letter.is_ascii_alphanumeric());
                let counts = !count.is_empty() && count.bytes().all(|digit| digit.is_ascii_digit());
                assert!(!counts || count == decisions, "{}:{number} counts {count} decisions", page.name);
            }
        }
    }
    assert!(words > 0, "the pages are empty");
}
