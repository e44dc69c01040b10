'use client'
import type { FactDto } from '@/lib/shared/memory/facts'
import { ApprovalQueue, Decide } from '../list/approval-queue'
import { subjectName } from './fact-words'
import { SourceLinks } from './source-links'
import type { FactActs } from './use-fact-acts'

/** Facts that are not used until a person approves them. */
export const ProposedFacts = ({ facts, acts }: { facts: FactDto[]; acts: FactActs }) => (
  <ApprovalQueue
    items={facts}
    keyOf={({ ids }) => ids[0]}
    note="Imported, or said in a turn that read text from outside. Not used until you approve."
    onApproveAll={() => acts.approve(facts)}
  >
    {(fact) => <Proposed fact={fact} acts={acts} />}
  </ApprovalQueue>
)

function Proposed({ fact, acts }: { fact: FactDto; acts: FactActs }) {
  const { subject, predicate, object, quote, sources } = fact
  return (
    <>
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
      <Decide
        name={`${subjectName(subject)}: ${predicate} ${object}`}
        onApprove={() => void acts.approve([fact])}
        onReject={() => void acts.forget(fact, `Rejected “${predicate}: ${object}”`)}
      />
    </>
  )
}
