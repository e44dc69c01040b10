'use client'
import type { FactDto } from '@/lib/shared/memory/facts'
import { ApprovalQueue, Decide } from '../list/approval-queue'
import { Dates } from './fact-row'
import { factSentence } from './fact-sentence'
import { SourceLinks } from './source-links'
import type { FactActs } from './use-fact-acts'

/** Facts that are not used until a person approves them. */
export const ProposedFacts = ({ facts, acts }: { facts: FactDto[]; acts: FactActs }) => (
  <ApprovalQueue
    items={facts}
    keyOf={({ ids }) => ids[0]}
    note="Imported, said by another program, or said in a message that read external text. Not used until you approve it."
    onApproveAll={() => acts.approve(facts)}
  >
    {(fact) => <Proposed fact={fact} acts={acts} />}
  </ApprovalQueue>
)

function Proposed({ fact, acts }: { fact: FactDto; acts: FactActs }) {
  const { quote, sources } = fact
  const words = factSentence(fact)
  return (
    <>
      <div className="min-w-0 flex-1 basis-64 break-words">
        <p className="font-medium">{words}</p>
        {quote && <p className="line-clamp-2 text-ink-soft">“{quote}”</p>}
        <p className="text-ink-faint text-xs">
          <Dates fact={fact} /> · <SourceLinks sources={sources} />
        </p>
      </div>
      <Decide
        name={words}
        onApprove={() => void acts.approve([fact])}
        onReject={() => void acts.forget(fact, `Rejected “${words}”`)}
      />
    </>
  )
}
