//! The interface of the crate `binary-install` that wasm-pack uses, without downloads.

use anyhow::{Result, bail};
use std::path::{Path, PathBuf};

pub struct Cache(PathBuf);
pub struct Download(PathBuf);

impl Cache {
    pub fn new(name: &str) -> Result<Cache> {
        Ok(Cache(std::env::temp_dir().join(name)))
    }

    pub fn at(path: &Path) -> Cache {
        Cache(path.to_owned())
    }

    pub fn join(&self, path: &Path) -> PathBuf {
        self.0.join(path)
    }

    pub fn download(
        &self,
        _install_permitted: bool,
        name: &str,
        _binaries: &[&str],
        _url: &str,
    ) -> Result<Option<Download>> {
        bail!("{name} is not installed, and this wasm-pack downloads nothing")
    }
}

impl Download {
    pub fn at(path: &Path) -> Download {
        Download(path.to_owned())
    }

    pub fn binary(&self, name: &str) -> Result<PathBuf> {
        let path = self.0.join(name);
        if !path.is_file() {
            bail!("{} does not exist", path.display());
        }
        Ok(path)
    }

    pub fn path(&self) -> PathBuf {
        self.0.clone()
    }
}
