/** The module of challenges for lessons: loaded with the first step that is one. */
export const challengesOf = () =>
  import('./start-challenges').then(({ startChallenges }) => startChallenges());
