import type { TurnText } from '@/lib/db/turns/turn-texts'
import { groupBy } from '@/lib/shared/group-by'
import { limitsOfTopics as limits } from '@/lib/shared/limits/topics'

/** Numbers the sessions of conversations, whose turns have to come in the order in which they were made. */
export class Sessions {
  private readonly last = new Map<string, { session: number; at: number }>()
  private count = 0

  of({ conversationId, createdAt }: Pick<TurnText, 'conversationId' | 'createdAt'>): number {
    const at = createdAt.getTime()
    const before = this.last.get(conversationId)
    const goesOn = before && at - before.at < limits.sessionMs
    const session = goesOn ? before.session : this.count++
    this.last.set(conversationId, { session, at })
    return session
  }
}

/** Turns that are about one thing: short conversations, and the sessions of longer ones. */
export function wholes<T extends { conversationId: string; session: number }>(
  all: Iterable<T>,
): { turns: T[]; isShort: boolean }[] {
  return [...groupBy(all, ({ conversationId }) => conversationId).values()].flatMap((turns) => {
    const isShort = turns.length <= limits.whole
    return [...groupBy(turns, ({ session }) => isShort || session).values()].map((turns) => ({
      turns,
      isShort,
    }))
  })
}
