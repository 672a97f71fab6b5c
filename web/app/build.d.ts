/** Put in by the build (vite.config.ts): the version of the engine, as in its Cargo.toml. */
declare const __ENGINE_VERSION__: string;

/** The worker of policies as a text, bundled by the build (vite.config.ts). */
declare module 'virtual:policy-worker' {
  const text: string;
  export default text;
}
