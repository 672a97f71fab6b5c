/** Put in by the build (vite.config.ts): the version of the engine, as in its Cargo.toml. */
declare const __ENGINE_VERSION__: string;
