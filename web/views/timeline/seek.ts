/**
 * Seeking while a finger drags: one seek at a time is under way, and of those asked for meanwhile only the latest
 * follows.
 */
export function latestWins(go: (request: number) => Promise<void>): (request: number) => void {
  let under = false;
  let waiting: number | null = null;
  const next = async (request: number) => {
    under = true;
    try {
      await go(request);
    } finally {
      under = false;
      if (waiting !== null) {
        const latest = waiting;
        waiting = null;
        void next(latest);
      }
    }
  };
  return (request) => {
    if (under) waiting = request;
    else void next(request);
  };
}
