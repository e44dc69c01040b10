'use client'
import type { Failure, Result } from '@/lib/shared/errors'
import type { AddFact, FactDto } from '@/lib/shared/facts'
import { sayForgotten } from '../forget/say-forgotten'
import { useAnnounce } from '../shell/announcer'
import { toastFailure } from '../ui/toast-failure'
import { addFact, approveFact, editFact, forgetFact, pinFact } from './actions'
import { TurnStays } from './source-links'

export type FactEdit = { predicate: string; object: string; from?: string }
export type FactActs = {
  /** Returns why it was refused. */
  add(fact: AddFact): Promise<Failure | null>
  edit(fact: FactDto, change: FactEdit): Promise<Failure | null>
  pin(fact: FactDto): Promise<void>
  approve(fact: FactDto): Promise<void>
  /** `words` = what is reported. */
  forget(fact: FactDto, words: string): Promise<void>
}

/** What a person can do with facts. Each act reloads the list. */
export function useFactActs(reload: () => Promise<void>): FactActs {
  const announce = useAnnounce()
  const after = async (result: Result<unknown>, words: string) => {
    if (!result.ok) return result.error
    announce(words)
    await reload()
    return null
  }
  const orToast = (failure: Failure | null) => {
    if (failure) toastFailure(failure)
  }
  return {
    add: async (fact) => after(await addFact(fact), 'Fact added.'),
    edit: async ({ ids }, change) => after(await editFact({ ids, ...change }), 'Fact corrected.'),
    pin: async ({ ids, pinned }) =>
      orToast(await after(await pinFact({ ids, pinned: !pinned }), pinned ? 'Unpinned.' : 'Pinned.')),
    approve: async ({ ids }) => orToast(await after(await approveFact({ ids }), 'Fact approved.')),
    forget: async ({ ids, sources }, words) => {
      const result = await forgetFact({ ids })
      if (!result.ok) return orToast(result.error)
      sayForgotten(
        words,
        result.value,
        () => void reload(),
        sources.length > 0 && <TurnStays sources={sources} />,
      )
      await reload()
    },
  }
}
