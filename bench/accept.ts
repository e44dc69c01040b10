import type { AgentDeps } from '@/lib/agent/turn-state'
import { acceptTurn, type NewTurn } from '@/lib/db/turns/accept-turn'
import { titleFor } from '@/lib/heuristics/titles/title'
import { countTokens } from '@/lib/model/tokens'

type Given = Pick<NewTurn, 'conversationId' | 'userText' | 'options'> & Partial<NewTurn>
/** Stores a message behind the newest one of its conversation, as the service does. */
export const accept = ({ db, runtime }: Pick<AgentDeps, 'db' | 'runtime'>, ownerId: string, given: Given) =>
  acceptTurn(
    db,
    ownerId,
    {
      ...{ id: runtime.id('turn'), clientMessageId: runtime.id('cm'), branchId: runtime.id('br') },
      ...{ userTokens: countTokens(given.userText), title: titleFor(given.userText) },
      ...{ attachments: [], now: runtime.now(), ...given },
    },
    { behind: 'leaf' },
  )
