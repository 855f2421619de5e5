//! Rule sets as text: the presets of the rule text, every option written and read, and bad sets
//! refused.

use merels::rules::{NAMED_SETS, OPTIONS, OptionValues, Preset, Rules};
use merels::{Coded, Side, Wdl};
use std::collections::BTreeSet;

fn read(text: &str) -> Rules {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn presets_are_those_of_the_rule_text() {
    // preset, board, men, phases, flying, what a mill does
    let table = [
        ("three", "three", "3", "split", "never", "mill"),
        ("nine-holes", "nine-holes", "3", "split", "always", "mill"),
        ("five", "six", "5", "split", "never", "capture"),
        ("six", "six", "6", "split", "never", "capture"),
        ("seven", "seven", "7", "split", "never", "capture"),
        ("nine", "nine", "9", "split", "3", "capture"),
        ("lasker", "nine", "10", "mixed", "3", "capture"),
        ("eleven", "twelve", "11", "split", "3", "capture"),
        ("twelve", "twelve", "12", "split", "3", "capture"),
        ("morabaraba", "twelve", "12", "split", "3", "capture"),
        ("nao-guti", "nine", "9", "split", "never", "capture"),
        ("marelle-triple", "triple", "9", "split", "4", "capture"),
        ("picaria", "picaria", "3", "split", "never", "mill"),
        ("shisima", "shisima", "3", "split", "never", "mill"),
        ("tsoro-yematatu", "tsoro", "3", "split", "jump", "mill"),
        ("tant-fant", "three", "3", "split", "never", "mill"),
        (
            "six-penny-madell",
            "madell",
            "6",
            "split",
            "never",
            "capture",
        ),
        ("mul-mulan", "twelve", "9", "split", "never", "capture"),
        ("dooz", "twelve", "12", "split", "3", "capture"),
        ("one-time", "nine", "9", "split", "3", "capture"),
        ("cham-gonu", "twelve", "12", "split", "never", "capture"),
        ("zhi-qi", "twelve", "12", "split", "never", "capture"),
        ("cheng-san-qi", "nine", "9", "split", "never", "capture"),
        ("da-san-qi", "twelve", "12", "split", "never", "capture"),
        ("nerenchi", "twelve", "11", "split", "never", "capture"),
        ("el-filja", "nine", "12", "split", "never", "capture"),
        ("shax", "nine", "12", "split", "never", "capture"),
    ];
    assert_eq!(Preset::ALL.len(), table.len(), "each has a row above");
    // again, blocked, full, lines, mills, placing, starts
    let table_of_state = [
        (
            "dooz",
            ["never", "lose", "one", "always", "one", "hand", "next"],
        ),
        (
            "one-time",
            ["never", "lose", "draw", "once", "each", "take", "next"],
        ),
        (
            "cham-gonu",
            ["never", "lose", "loses", "always", "one", "mark", "next"],
        ),
        (
            "zhi-qi",
            ["never", "lose", "each", "always", "one", "mark", "next"],
        ),
        (
            "cheng-san-qi",
            ["never", "lose", "draw", "always", "one", "mark", "next"],
        ),
        (
            "da-san-qi",
            ["never", "lose", "loses", "always", "each", "mark", "second"],
        ),
        (
            "nerenchi",
            ["capture", "lose", "draw", "always", "one", "again", "next"],
        ),
        (
            "el-filja",
            ["never", "lose", "draw", "always", "one", "count", "next"],
        ),
        (
            "shax",
            [
                "never",
                "free",
                "each",
                "always",
                "one",
                "none",
                "first-mill",
            ],
        ),
    ];
    for (id, board, men, phases, fly, goal) in table {
        let rules = read(id);
        assert!(!rules.is_custom());
        assert_eq!(rules.to_string(), id);
        let options = [
            ("board", board),
            ("men", men),
            ("phases", phases),
            ("fly", fly),
            ("goal", goal),
        ];
        for (key, value) in options {
            assert_eq!(rules.get(key).as_deref(), Some(value), "{id}: {key}");
        }
        let usual = ["never", "lose", "draw", "always", "one", "take", "next"];
        let state = table_of_state
            .iter()
            .find(|&&(own, _)| own == id)
            .map_or(usual, |&(_, values)| values);
        for (key, value) in [
            "again", "blocked", "full", "lines", "mills", "placing", "starts",
        ]
        .into_iter()
        .zip(state)
        {
            assert_eq!(rules.get(key).as_deref(), Some(value), "{id}: {key}");
        }
        let morabaraba = id == "morabaraba";
        assert_eq!(
            rules.get("reform").as_deref(),
            Some(if morabaraba { "ban" } else { "allow" })
        );
        assert_eq!(
            rules.get("ten").as_deref(),
            Some(if morabaraba { "either" } else { "never" })
        );
        assert_eq!(rules.quiet, std::num::NonZero::new(100));
        let to_the_last = ["nao-guti", "six-penny-madell", "mul-mulan"].contains(&id);
        let any_man = to_the_last
            || id == "marelle-triple"
            || (table_of_state.iter().any(|&(own, ..)| own == id) && id != "cheng-san-qi");
        for (key, usual, other, has_other) in [
            (
                "begin",
                "hand",
                "board",
                ["shisima", "tant-fant"].contains(&id),
            ),
            ("between", "safe", "taken", id == "mul-mulan"),
            ("centre", "free", "barred", id == "picaria"),
            ("leap", "none", "take", false),
            ("least", "3", "1", to_the_last),
            ("protect", "unless-all", "never", any_man),
        ] {
            assert_eq!(
                rules.get(key).as_deref(),
                Some(if has_other { other } else { usual }),
                "{id}: {key}"
            );
        }
    }
}

#[test]
fn every_value_of_every_option_is_written_and_read() {
    for option in OPTIONS {
        let values: Vec<String> = match option.values {
            OptionValues::Choices(choices) => choices
                .iter()
                .map(|choice| choice.value.to_owned())
                .collect(),
            OptionValues::Number(least, most, never) => {
                let never = never.then(|| "never".to_owned());
                [least.to_string(), (most / 2).to_string(), most.to_string()]
                    .into_iter()
                    .chain(never)
                    .collect()
            }
            _ => unreachable!("{} has other values", option.key),
        };
        for value in values {
            let mut rules = read("twelve");
            rules.set(option.key, &value).unwrap();
            assert_eq!(rules.get(option.key).as_deref(), Some(value.as_str()));
            if rules.check().is_ok() {
                assert_eq!(read(&rules.to_string()), rules, "{rules}");
            }
        }
    }
}

#[test]
fn options_are_written_sorted_and_without_defaults() {
    assert_eq!(
        read("nine[mills=each,fly=never]").to_string(),
        "nine[fly=never,mills=each]"
    );
    assert_eq!(read("nine[fly=3]").to_string(), "nine");
    assert_eq!(
        read("morabaraba[ten=never]").to_string(),
        "morabaraba[ten=never]"
    );
    assert_eq!(read("nine[fly=never]").name(), "No flying");
    assert_eq!(read("nine[fly=4]").name(), "custom, from Nine Men's Morris");
}

#[test]
fn named_sets_are_written_as_they_are_read() {
    for set in NAMED_SETS {
        assert_eq!(read(set.spec).to_string(), set.spec);
        assert_eq!(read(set.spec).name(), set.name);
    }
}

#[test]
fn presets_and_named_sets_have_ids_and_texts_of_their_own() {
    let mut texts = BTreeSet::new();
    for &preset in Preset::ALL {
        let rules = preset.rules();
        assert_eq!(
            (Preset::by_id(preset.id()), rules.base(), rules.id()),
            (Some(preset), preset, Some(preset.id()))
        );
        assert_eq!(rules.name(), preset.name());
        assert!(preset.summary().ends_with('.'));
        texts.extend([preset.id(), preset.name(), preset.summary()]);
    }
    for set in NAMED_SETS {
        assert_eq!(read(set.spec).id(), Some(set.id));
        texts.extend([set.id, set.name, set.summary]);
    }
    assert_eq!(texts.len(), 3 * (Preset::ALL.len() + NAMED_SETS.len()));
    assert_eq!(
        (Preset::by_id("Nine"), read("nine[fly=4]").id()),
        (None, None)
    );
}

#[test]
fn words_are_read_as_they_are_written() {
    for &preset in Preset::ALL {
        assert_eq!(preset.to_string().parse(), Ok(preset));
        assert_eq!(serde_json::to_value(preset).unwrap(), preset.id());
        assert_eq!(
            serde_json::from_value::<Preset>(preset.id().into()).unwrap(),
            preset
        );
    }
    for side in Side::BOTH {
        assert_eq!(
            (side.to_string().parse(), side.name().parse()),
            (Ok(side), Ok(side))
        );
        assert_eq!(
            serde_json::from_value::<Side>(side.name().into()).unwrap(),
            side
        );
    }
    for value in [Wdl::Win, Wdl::Draw, Wdl::Loss] {
        let word = value.to_string();
        assert_eq!(word.parse(), Ok(value));
        assert_eq!(serde_json::from_value::<Wdl>(word.into()).unwrap(), value);
    }
    // With the words of a rule set.
    let refused = "ten".parse::<Preset>().unwrap_err();
    assert_eq!(Err(refused.clone()), "ten".parse::<Rules>());
    assert_eq!((refused.code(), refused.column()), ("no-variant", 1));
    assert!(serde_json::from_value::<Preset>("ten".into()).is_err());
    let refused = "w".parse::<Side>().unwrap_err();
    assert_eq!(
        (refused.code(), refused.to_string().as_str()),
        ("not-a-side", "a side is white or black, not “w”")
    );
    let refused = "Won".parse::<Wdl>().unwrap_err();
    assert_eq!(
        (refused.code(), refused.to_string().as_str()),
        ("not-a-value", "a value is win, draw or loss, not “Won”")
    );
}

#[test]
fn what_no_option_takes_changes_nothing() {
    let mut rules = read("nine");
    for (key, value) in [
        ("wings", "two"),
        ("fly", "5"),
        ("men", "2"),
        ("quiet", "0"),
        ("quiet", "1001"),
        ("board", "ten"),
    ] {
        rules.set(key, value).unwrap_err();
        assert_eq!(rules, read("nine"), "{key}={value}");
    }
    assert_eq!(rules.get("wings"), None);
    let told = |key: &str| {
        OPTIONS
            .iter()
            .find(|option| option.key == key)
            .unwrap()
            .values
            .to_string()
    };
    assert_eq!(told("fly"), "one of never, 3, 4, always, jump, leap");
    assert_eq!(told("men"), "a number from 3 to 12");
    assert_eq!(told("quiet"), "a number from 1 to 1000 or never");
}

#[test]
fn exact_values_do_not_depend_on_draws_by_count() {
    let rules = read("six[first=black,fly=3,men=4,quiet=7,repeat=never,ten=both]");
    assert_eq!(rules.without_draw_rules(), read("six[fly=3,men=4]"));
}

#[test]
fn bad_rule_sets_are_refused_with_the_place_and_the_reason() {
    let bad = [
        ("", 1, "there is no variant “”"),
        ("ten", 1, "there is no variant “ten”"),
        ("Nine", 1, "“Nine”"),
        ("nine[", 6, "end without “]”"),
        ("nine[fly=never", 15, "end without “]”"),
        ("nine[]", 6, "“” is not an option"),
        ("nine[fly]", 6, "“fly” is not an option"),
        (
            "nine[fly=5]",
            6,
            "fly can be never, 3, 4, always, jump, leap, not “5”",
        ),
        ("nine[fly=never,fly=3]", 16, "fly is given twice"),
        ("nine[wings=two]", 6, "there is no option “wings”"),
        ("nine[men=13]", 6, "men must be a number from 3 to 12"),
        ("nine[men=2]", 6, "men must be a number from 3 to 12"),
        ("nine[men=03]", 6, "not “03”"),
        ("nine[men=+3]", 6, "not “+3”"),
        (
            "nine[quiet=0]",
            6,
            "quiet must be a number from 1 to 1000 or never",
        ),
        ("nine[quiet=99999999999]", 6, "quiet must be a number"),
        (
            "six[men=9]",
            5,
            "9 men a side do not fit on a board of 16 points",
        ),
        ("nine[board=three]", 6, "do not fit on a board of 9 points"),
        (
            "nine[begin=board]",
            6,
            "the board nine has no points where men begin",
        ),
        (
            "three[begin=board,men=4]",
            7,
            "each side begins on 3 points of the board, not with 4 men",
        ),
        ("nine]", 1, "no variant"),
        ("nine[fly=never]x", 17, "end without"),
    ];
    for (text, column, reason) in bad {
        let error = text.parse::<Rules>().expect_err(text);
        assert!(error.reason().contains(reason), "{text}: {error}");
        assert_eq!(error.column(), column, "{text}: {error}");
    }
}
