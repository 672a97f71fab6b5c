import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { m } from './i18n/compiled/messages.js';

type Engine = { kind: 'starting' } | { kind: 'ready'; version: string } | { kind: 'failed'; reason: string };

function App() {
  const [engine, setEngine] = useState<Engine>({ kind: 'starting' });
  useEffect(() => {
    const worker = new Worker(new URL('./worker/engine.worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = (event: MessageEvent<Engine>) => setEngine(event.data);
    worker.onerror = (event) => setEngine({ kind: 'failed', reason: event.message });
    return () => worker.terminate();
  }, []);
  return (
    <main>
      <h1>{m.app_name()}</h1>
      <p>{m.app_tagline()}</p>
      <p role="status">{status(engine)}</p>
    </main>
  );
}

function status(engine: Engine): string {
  if (engine.kind === 'ready') return m.app_engine_version({ version: engine.version });
  if (engine.kind === 'failed') return m.app_engine_failed({ reason: engine.reason });
  return m.app_engine_starting();
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
