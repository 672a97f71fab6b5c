/** The module of rounds for lessons: loaded with the first step that is one. */
export const roundsOf = () => import('./start-challenges').then(({ startRounds }) => startRounds());
