type RoundStep = { index: number; round: number | null }

/** A think step's name among the think steps of its attempt: "Round 2"; "Round 2, again" where the round was asked once more for its decision. */
export function roundName<T extends RoundStep>(step: T, thinkSteps: readonly T[]): string {
  const number = step.round ?? thinkSteps.indexOf(step) + 1
  const again = thinkSteps.some(
    (other) => other.round !== null && other.round === step.round && other.index < step.index,
  )
  return `Round ${number}${again ? ', again' : ''}`
}

/** Rounds, not steps: one that was asked again is still one. */
export const roundsIn = (thinkSteps: readonly RoundStep[]) =>
  new Set(thinkSteps.map((step) => step.round ?? `step ${step.index}`)).size
