//! The interface of the crate `ureq` that wasm-pack uses. Every call fails: there is no network.

use serde::de::DeserializeOwned;
use std::io::Error;

pub struct Offline;

pub fn builder() -> Offline {
    Offline
}

impl Offline {
    pub fn try_proxy_from_env(self, _: bool) -> Offline {
        self
    }

    pub fn user_agent(self, _: &str) -> Offline {
        self
    }

    pub fn build(self) -> Offline {
        self
    }

    pub fn get(&self, _: &str) -> Offline {
        Offline
    }

    pub fn set(self, _: &str, _: &str) -> Offline {
        self
    }

    pub fn call(self) -> Result<Offline, Error> {
        Err(Error::other("this wasm-pack has no network"))
    }

    pub fn status(&self) -> u16 {
        0
    }

    pub fn into_json<T: DeserializeOwned>(self) -> Result<T, Error> {
        Err(Error::other("this wasm-pack has no network"))
    }
}
