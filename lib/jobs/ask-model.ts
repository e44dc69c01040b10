import type { z } from 'zod'
import { type Background, cutShort } from '@/lib/agent/step/background-step'
import type { AgentDeps } from '@/lib/agent/turn-state'
import { limits } from '@/lib/shared/limits'

/** What a prompt file in `lib/prompts` exports for a structured call. */
type Prompt<Input, T> = {
  name: string
  version: string
  schema: z.ZodType<T>
  build(input: Input): { system: string; user: string }
}
type About = Pick<Background, 'turn' | 'phase' | 'sources'> & {
  signal: AbortSignal
  mustSucceed?: boolean
  maxOutputTokens?: number
}

/**
 * One structured call of the utility model for a job. `value` is null when the reply is unusable; `call` is
 * the ledger record, to be committed with the result.
 * @throws if aborted, or if it failed and `mustSucceed` is set; the call is in the ledger by then.
 */
export async function askModel<Input, T>(
  deps: AgentDeps,
  prompt: Prompt<Input, T>,
  input: Input,
  about: About,
): Promise<{ value: T | null; call: Background }> {
  const { turn, phase, sources, signal, mustSucceed = false } = about
  const built = prompt.build(input)
  const startedAt = deps.runtime.now()
  const { value, result } = await deps.models.structured('utility', {
    ...built,
    name: prompt.name,
    schema: prompt.schema,
    maxOutputTokens: about.maxOutputTokens ?? limits.summary.maxOutputTokens,
    temperature: 0,
    signal,
  })
  const call = { turn, phase, sources, promptVersion: prompt.version, prompt: built, result, startedAt }
  if (signal.aborted || result.aborted || (mustSucceed && result.error)) return cutShort(deps, call)
  return { value, call }
}
