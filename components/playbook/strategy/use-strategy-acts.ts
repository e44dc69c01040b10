'use client'
import type { RefObject } from 'react'
import { toast } from 'sonner'
import { useListFocus } from '@/components/list/use-list-focus'
import { useAnnounce } from '@/components/shell/announcer'
import { toastFailure } from '@/components/ui/toast-failure'
import type { Result } from '@/lib/shared/errors'
import type { ConsolidatedDto } from '@/lib/shared/learning/consolidation'
import type {
  PlaybookActed,
  StrategyAct,
  StrategyDto,
  StrategyEdit,
  UndoPlaybook,
} from '@/lib/shared/learning/playbook'
import type { StrategyText } from '@/lib/shared/learning/strategies'
import { limitsOfPlaybook } from '@/lib/shared/limits/playbook'
import { server } from '../actions'
import { consolidatedWords } from '../consolidation/consolidation-words'

const POLL_MS = 400

/** Starts a consolidation, or joins one that runs, and waits for its end. */
async function consolidated(): Promise<Result<ConsolidatedDto>> {
  const started = await server.consolidatePlaybook()
  if (!started.ok) return started
  for (;;) {
    const state = await server.loadConsolidation(started.value)
    if (!state.ok) return state
    if (state.value.stage === 'done') return { ok: true, value: state.value.done }
    if (state.value.stage === 'failed') return { ok: false, error: state.value.error }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

export type StrategyActs = ReturnType<typeof useStrategyActs>
type Say = { words: string; undo?: boolean }

const DONE: Record<StrategyAct, string> = {
  pin: 'Pinned',
  unpin: 'Unpinned',
  retire: 'Retired',
  restore: 'Restored',
  approve: 'Approved',
  reject: 'Rejected',
  remove: 'Removed',
}
/** Taken back by the same menu, so no notice offers it. */
const PLAIN: ReadonlySet<StrategyAct> = new Set(['pin', 'unpin', 'restore'])

/** What a person can do with lessons. Each act reloads the list and may return why it failed. */
export function useStrategyActs(reload: () => Promise<void>, list: RefObject<HTMLElement | null>) {
  const announce = useAnnounce()
  const reloadAround = useListFocus(reload, list)
  const undo = async (change: UndoPlaybook) => {
    const result = await server.undoPlaybook(change)
    if (!result.ok) return void toastFailure(result.error)
    announce('Undone.')
    await reloadAround()
  }
  const after = async (result: Result<PlaybookActed>, { words, undo: canUndo }: Say) => {
    if (!result.ok) return result.error
    const { groupId } = result.value
    if (canUndo)
      toast(words, { id: groupId, action: { label: 'Undo', onClick: () => void undo({ groupId }) } })
    else announce(words)
    await reloadAround()
    return null
  }
  return {
    undo,
    consolidate: async () => {
      const result = await consolidated()
      if (!result.ok) return result.error
      const { groupId, merged, flagged, retired } = result.value
      const words = consolidatedWords(result.value)
      return after({ ok: true, value: { groupId } }, { words, undo: merged + flagged + retired > 0 })
    },
    add: async (strategy: StrategyText) =>
      after(await server.addStrategy(strategy), { words: 'Lesson added.' }),
    edit: async ({ id }: StrategyDto, set: StrategyEdit) =>
      Object.keys(set).length
        ? after(await server.editStrategy({ id, set }), { words: 'Lesson saved.' })
        : null,
    change: async (act: StrategyAct, strategies: readonly Pick<StrategyDto, 'id' | 'title'>[]) => {
      const ids = strategies.map(({ id }) => id).slice(0, limitsOfPlaybook.idsAtOnce)
      const what = ids.length === 1 ? `“${strategies[0]?.title}”` : `${ids.length} lessons`
      const done = { words: `${DONE[act]} ${what}`, undo: !PLAIN.has(act) }
      const refused = await after(await server.changeStrategies({ act, ids }), done)
      if (refused) toastFailure(refused)
    },
  }
}
