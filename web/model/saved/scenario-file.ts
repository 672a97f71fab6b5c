/** A scenario in a file of its own: what `ftl-lab run` takes, and what the page shows as text. */

/** A larger one is no document that a person writes; the command line reads as much (`input.rs`). */
const MOST_BYTES = 64 * 2 ** 20;

/** The text of a file that is meant as a scenario, a faulty one too; `null`: it is something else. */
export async function scenarioIn(file: Blob): Promise<string | null> {
  if (file.size > MOST_BYTES || !/^\s*\{/.test(await file.slice(0, 256).text())) return null;
  const text = await file.text();
  return /"(?:ftl|workload)"\s*:/.test(text) ? text : null;
}
