//! Generated programs: every engine against others, against itself and against `java`.

mod agreement;
mod checkpoint;
mod cluster;
mod model;
mod portable;
mod shape;
mod symbolic;
mod timed;
mod tool;
