import { isOfflineTurn } from '@/lib/agent/outside-message'
import type { AgentDeps } from '@/lib/agent/turn-state'
import type { Turn } from '@/lib/db/turns/turns'

/** Whether a model may be asked about a turn. No job sends one of the built-in engine's. */
export const hasModel = ({ models }: AgentDeps, turn: Turn) =>
  !models.describe('utility').offline && !isOfflineTurn(turn)
