'use client'
import type { RefObject } from 'react'
import { toast } from 'sonner'
import type { Failure, Result } from '@/lib/shared/errors'
import { type AddFact, type FactBefore, type FactDto, MOST_IDS } from '@/lib/shared/memory/facts'
import { sayForgotten } from '../forget/say-forgotten'
import { useListFocus } from '../list/use-list-focus'
import { useAnnounce } from '../shell/announcer'
import { useShell } from '../shell/shell-context'
import { toastFailure } from '../ui/toast-failure'
import { server } from './actions'
import { TurnStays } from './source-links'

export type FactEdit = { predicate: string; object: string; from?: string }
export type FactActs = ReturnType<typeof useFactActs>

/** What a person can do with facts. Each act reloads the list and may return why it failed. */
export function useFactActs(reload: () => Promise<void>, list: RefObject<HTMLElement | null>) {
  const announce = useAnnounce()
  const { refreshConversations } = useShell()
  const reloadAround = useListFocus(reload, list)
  const after = async (result: Result<unknown>, words: string) => {
    if (!result.ok) return result.error
    announce(words)
    await reloadAround()
    return null
  }
  const orToast = (failure: Failure | null) => {
    if (failure) toastFailure(failure)
  }
  return {
    add: async (fact: AddFact) => after(await server.addFact(fact), 'Fact added.'),
    edit: async ({ ids }: FactDto, change: FactEdit) => {
      const result = await server.editFact({ ids, ...change })
      const failure = await after(result, 'Fact corrected.')
      const undo = async (before: FactBefore) =>
        orToast(await after(await server.uncorrectFact(before), 'Correction undone.'))
      if (result.ok)
        toast('Fact corrected', { action: { label: 'Undo', onClick: () => void undo(result.value) } })
      return failure
    },
    pin: async ({ ids, pinned }: FactDto) =>
      orToast(await after(await server.pinFact({ ids, pinned: !pinned }), pinned ? 'Unpinned.' : 'Pinned.')),
    approve: async (facts: readonly FactDto[]) => {
      const ids = facts.flatMap((fact) => fact.ids)
      if (!(await setApproved(ids, true))) return
      toast(facts.length === 1 ? 'Fact approved' : `${facts.length} facts approved`, {
        id: 'approved',
        action: { label: 'Undo', onClick: () => void setApproved(ids, false) },
      })
    },
    forget: async (fact: FactDto, words: string) => orToast(await forgetWith(fact, words, [])),
    forgetWith,
  }

  /** Reports a failure to the person. @returns whether it succeeded. */
  async function setApproved(ids: readonly string[], approved: boolean) {
    for (let at = 0; at < ids.length; at += MOST_IDS) {
      const result = await server.approveFact({ ids: ids.slice(at, at + MOST_IDS), approved })
      if (!result.ok) {
        toastFailure(result.error)
        return false
      }
    }
    await reloadAround()
    return true
  }

  /** Forgets a fact with these turns; `words` = what is reported. */
  async function forgetWith({ ids, sources }: FactDto, words: string, turns: string[]) {
    const result = await server.forgetFact({ ids, turns })
    if (!result.ok) return result.error
    const around = () => (turns.length ? refreshConversations() : undefined)
    const stays = sources.filter(({ turnId }) => !turns.includes(turnId))
    const undone = () => void Promise.all([reload(), around()])
    sayForgotten(words, result.value, undone, stays.length > 0 && <TurnStays sources={stays} />)
    await Promise.all([reloadAround(), around()])
    return null
  }
}
