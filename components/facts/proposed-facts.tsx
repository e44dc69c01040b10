'use client'
import { Check, X } from 'lucide-react'
import { useId, useState } from 'react'
import type { FactDto } from '@/lib/shared/facts'
import { Button } from '../ui/button'
import { subjectName } from './fact-words'
import { SourceLinks } from './source-links'
import type { FactActs } from './use-fact-acts'

const FIRST = 5
/** Facts that are not used until a person approves them. */
export function ProposedFacts({ facts, acts }: { facts: FactDto[]; acts: FactActs }) {
  const id = useId()
  const [all, setAll] = useState(false)
  const [busy, setBusy] = useState(false)
  if (facts.length === 0) return null
  const shown = all ? facts : facts.slice(0, FIRST)
  const approveAll = async () => {
    setBusy(true)
    await acts.approve(facts)
    setBusy(false)
  }
  return (
    <section aria-labelledby={id} className="rounded-md border border-line bg-surface px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="font-medium text-base">
          Waiting for your approval
        </h2>
        {facts.length > 1 && (
          <Button size="sm" disabled={busy} onClick={() => void approveAll()}>
            <Check aria-hidden className="size-4" /> {busy ? 'Approving…' : `Approve all ${facts.length}`}
          </Button>
        )}
      </div>
      <p className="text-ink-soft">
        Imported, or said in a turn that read text from outside. Not used until you approve.
      </p>
      <ul className="mt-2 divide-y divide-line">
        {shown.map((fact) => (
          <Proposed key={fact.ids[0]} fact={fact} acts={acts} />
        ))}
      </ul>
      {shown.length < facts.length && (
        <Button size="sm" look="ghost" onClick={() => setAll(true)}>
          Show {facts.length - shown.length} more
        </Button>
      )}
    </section>
  )
}

function Proposed({ fact, acts }: { fact: FactDto; acts: FactActs }) {
  const { subject, predicate, object, quote, sources } = fact
  const words = `${subjectName(subject)}: ${predicate} ${object}`
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1 basis-64 break-words">
        <p>
          <span className="text-ink-soft">
            {subjectName(subject)} · {predicate} ·{' '}
          </span>
          <span className="font-medium">{object}</span>
        </p>
        {quote && <p className="line-clamp-2 text-ink-soft">“{quote}”</p>}
        <p className="text-ink-faint text-xs">
          <SourceLinks sources={sources} />
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="sm" aria-label={`Approve ${words}`} onClick={() => void acts.approve([fact])}>
          <Check aria-hidden className="size-4" /> Approve
        </Button>
        <Button
          size="sm"
          aria-label={`Reject ${words}`}
          onClick={() => void acts.forget(fact, `Rejected “${predicate}: ${object}”`)}
        >
          <X aria-hidden className="size-4" /> Reject
        </Button>
      </div>
    </li>
  )
}
