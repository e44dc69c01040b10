'use client'
import type { RefObject } from 'react'
import { toast } from 'sonner'
import { useListFocus } from '@/components/list/use-list-focus'
import { useAnnounce } from '@/components/shell/announcer'
import { toastFailure } from '@/components/ui/toast-failure'
import type { Failure, Result } from '@/lib/shared/errors'
import type { ConsolidatedDto } from '@/lib/shared/learning/consolidation'
import type { AddStrategy, PlaybookActed, StrategyDto, StrategyEdit } from '@/lib/shared/learning/playbook'
import { limitsOfPlaybook } from '@/lib/shared/limits/playbook'
import * as actions from '../actions'
import { consolidatePlaybook, loadConsolidation } from '../actions'
import { consolidatedWords, progressWords } from '../consolidation/consolidation-words'

const POLL_MS = 400

/** Starts a consolidation, or joins one that runs, and waits for its end. */
async function consolidated(onProgress: (words: string) => void): Promise<Result<ConsolidatedDto>> {
  const started = await consolidatePlaybook()
  if (!started.ok) return started
  for (;;) {
    const state = await loadConsolidation(started.value)
    if (!state.ok) return state
    if (state.value.stage === 'done') return { ok: true, value: state.value.done }
    if (state.value.stage === 'failed') return { ok: false, error: state.value.error }
    onProgress(progressWords(state.value.progress))
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

export type StrategyActs = {
  /** Returns why it was refused. */
  add(strategy: AddStrategy): Promise<Failure | null>
  /** `conversationId` is given if the strategy moves. */
  edit(strategy: StrategyDto, set: StrategyEdit, conversationId?: string | null): Promise<Failure | null>
  pin(strategy: StrategyDto): Promise<void>
  retire(strategy: Pick<StrategyDto, 'id' | 'title'>): Promise<void>
  restore(strategy: StrategyDto): Promise<void>
  approve(strategies: readonly StrategyDto[]): Promise<void>
  reject(strategy: StrategyDto): Promise<void>
  remove(strategy: StrategyDto): Promise<void>
  undo(change: { seq: number } | { groupId: string }): Promise<void>
  /** `onProgress` = what it is doing, for a person who waits. */
  consolidate(onProgress: (words: string) => void): Promise<Failure | null>
}
type Say = { words: string; undo?: boolean }

/** What a person can do with lessons. Each act reloads the list, and focus stays in it. */
export function useStrategyActs(
  reload: () => Promise<void>,
  list: RefObject<HTMLElement | null>,
): StrategyActs {
  const announce = useAnnounce()
  const reloadAround = useListFocus(reload, list)
  const undo = async (change: { seq: number } | { groupId: string }) => {
    const result =
      'seq' in change ? await actions.undoPlaybookChange(change) : await actions.undoPlaybookGroup(change)
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
  const orToast = async (failure: Promise<Failure | null>) => {
    const refused = await failure
    if (refused) toastFailure(refused)
  }
  return {
    undo,
    consolidate: async (onProgress) => {
      const result = await consolidated(onProgress)
      if (!result.ok) return result.error
      const { groupId, ...done } = result.value
      const changed = done.merged + done.retired + done.quarantined + done.flagged + done.linked
      if (changed)
        toast(consolidatedWords(done), {
          id: groupId,
          action: { label: 'Undo', onClick: () => void undo({ groupId }) },
        })
      else announce('Consolidated. Nothing needed to change.')
      await reloadAround()
      return null
    },
    add: async (strategy) => after(await actions.addStrategy(strategy), { words: 'Lesson added.' }),
    edit: async ({ id }, set, conversationId) => {
      if (Object.keys(set).length) {
        const failure = await after(await actions.editStrategy({ id, set }), { words: 'Lesson saved.' })
        if (failure) return failure
      }
      if (conversationId === undefined) return null
      return after(await actions.moveStrategy({ id, conversationId }), { words: 'Lesson moved.' })
    },
    pin: async ({ id, pinned }) =>
      orToast(
        after(await actions.pinStrategy({ id, pinned: !pinned }), {
          words: pinned ? 'Unpinned.' : 'Pinned.',
        }),
      ),
    retire: async ({ id, title }) =>
      orToast(after(await actions.retireStrategy({ id }), { words: `Retired “${title}”`, undo: true })),
    restore: async ({ id }) => orToast(after(await actions.restoreStrategy({ id }), { words: 'Restored.' })),
    approve: async (strategies) => {
      const ids = strategies.map(({ id }) => id).slice(0, limitsOfPlaybook.idsAtOnce)
      const words = ids.length === 1 ? `Approved “${strategies[0]?.title}”` : `Approved ${ids.length} lessons`
      await orToast(after(await actions.approveStrategies({ ids }), { words, undo: true }))
    },
    reject: async ({ id, title }) =>
      orToast(
        after(await actions.rejectStrategies({ ids: [id] }), { words: `Rejected “${title}”`, undo: true }),
      ),
    remove: async ({ id, title }) =>
      orToast(after(await actions.removeStrategy({ id }), { words: `Removed “${title}”`, undo: true })),
  }
}
