/** A part of a view that is loaded when it is first shown. If it does not load, it says so in its own place, and the rest stays. */
import { type ComponentType, lazy } from 'react';
import { m } from '../i18n/compiled/messages.js';

// biome-ignore lint/suspicious/noExplicitAny: as React's own `lazy`
type AnyComponent = ComponentType<any>;

export function lazyPart<Part extends AnyComponent>(load: () => Promise<{ default: Part }>) {
  return lazy(() => load().catch((error: unknown) => ({ default: notLoaded(error) as unknown as Part })));
}

function notLoaded(error: unknown): ComponentType {
  const reason = error instanceof Error ? error.message : String(error);
  return () => (
    <p className="trouble" role="alert">
      {m.app_not_loaded({ reason })}
    </p>
  );
}
