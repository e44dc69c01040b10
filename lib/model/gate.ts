import { type Failure, toFailure } from '@/lib/shared/errors'

type Tokens = { inputTokens: number; cachedTokens: number; outputTokens: number }

/**
 * Whether one request may be made, by the most tokens it may use: why not, or what takes the tokens it did
 * use.
 */
export type Gate = (model: string, most: Tokens) => Promise<Failure | ((used: Tokens) => Promise<void>)>

/** Asks the gate before a request. `prompt` counts its tokens, `outputTokens` = its longest answer. */
export async function admitCall(gate: Gate | null, model: string, prompt: () => number, outputTokens = 0) {
  if (!gate) return async () => {}
  // A fifth more than our own count: services count differently, and add marks around messages and tools.
  const inputTokens = Math.ceil(prompt() * 1.2) + 100
  return gate(model, { inputTokens, cachedTokens: 0, outputTokens }).catch(toFailure)
}
