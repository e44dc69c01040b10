import { type Asking, askUtility, cutShort, type Prompt } from '@/lib/agent/step/ledger'
import { isOfflineTurn } from '@/lib/agent/turn-marks'
import type { AgentDeps, Background } from '@/lib/agent/turn-state'
import type { Turn } from '@/lib/db/turns/turns'

/**
 * One structured call of the utility model for a job; `call` is the ledger record, to be committed with the result.
 * @throws if aborted, or if it failed and `mustSucceed` is set; the call is in the ledger by then.
 */
export async function askModel<Input, T>(
  deps: AgentDeps,
  prompt: Prompt<Input, T>,
  input: Input,
  { mustSucceed = false, ...about }: Asking & { mustSucceed?: boolean },
): Promise<{ value: T | null; call: Background }> {
  const asked = await askUtility(deps, prompt, input, about)
  const { aborted, error } = asked.call.result
  if (about.signal.aborted || aborted || (mustSucceed && error)) return cutShort(deps, asked.call)
  return asked
}

/** Whether a model may be asked about a turn. No job sends one of the built-in engine's. */
export const hasModel = ({ models }: AgentDeps, turn: Turn) =>
  !models.describe('utility').offline && !isOfflineTurn(turn)
