/** Whether a lesson is the one that a student was asked. */
import { hashOf } from '../address/packed';
import type { Chart, Lesson } from '../language/lesson';

/** Changes when a lesson does: of its scenarios, its runs and how it judges. */
export function lessonHash({ scenarios, steps }: Lesson): string {
  const asked = steps.map(
    ({ id, on, from, run, predict, task, policy, challenge, design, chart, compare }) => [
      ...[id, on, from, run],
      predict && [predict.answer.text, predict.choices.map(({ value }) => value.text), predict.variants],
      task?.grade.map(({ is }) => is.text),
      // Lessons without one keep the hash that they had.
      ...(policy
        ? [
            [policy.hidden, policy.state, policy.points.map(({ value, most }) => [value.text, most])],
            policy.grade.map(({ is }) => is.text),
          ]
        : []),
      challenge && [challenge.goal, challenge.kinds, challenge.atMost.text],
      // Without one nothing is added: hashes of lessons of before stay.
      ...(design ? [[design.shown, design.hidden, design.knobs, design.meets.map(({ is }) => is.text)]] : []),
      // Answers may read the points of the chart, and the other run.
      ...(chart ? [plotted(chart)] : []),
      ...(compare === null ? [] : [compare]),
    ],
  );
  const places = ['at', 'line', 'column'];
  const withoutPlaces = (key: string, value: unknown) => (places.includes(key) ? undefined : value);
  return hashOf(JSON.stringify([[...scenarios.values()].map(({ json }) => json), asked], withoutPlaces));
}

function plotted({ along, values, lines, figures }: Chart) {
  return [
    ...[along, values, lines.map(({ id, on, value }) => [id, on, value?.text])],
    figures.map(({ id, value }) => [id, value.text]),
  ];
}
