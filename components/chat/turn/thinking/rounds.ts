type RoundStep = { index: number; round: number | null }

/** A think step's name: "Round 2", or "Round 2, again" if the model was asked again for its decision. */
export function roundName<T extends RoundStep>(step: T, thinkSteps: readonly T[]): string {
  const number = step.round ?? thinkSteps.indexOf(step) + 1
  const again = thinkSteps.some(
    (other) => other.round !== null && other.round === step.round && other.index < step.index,
  )
  return `Round ${number}${again ? ', again' : ''}`
}

/** Counts rounds, not steps: a repeated one counts once. */
export const roundsIn = (thinkSteps: readonly RoundStep[]) =>
  new Set(thinkSteps.map((step) => step.round ?? `step ${step.index}`)).size
