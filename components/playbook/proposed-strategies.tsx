'use client'
import type { StrategyDto } from '@/lib/shared/learning/playbook'
import { SourceLinks } from '../facts/source-links'
import { ApprovalQueue, Decide } from '../list/approval-queue'
import { Markdown } from '../ui/markdown/markdown'
import { isWhen, originWords } from './strategy/strategy-words'
import type { StrategyActs } from './strategy/use-strategy-acts'

/** Imported lessons that are in no prompt until a person approves them. */
export const ProposedStrategies = ({
  strategies,
  acts,
}: {
  strategies: StrategyDto[]
  acts: StrategyActs
}) => (
  <ApprovalQueue
    items={strategies}
    keyOf={({ id }) => id}
    note="Imported. Not used until you approve them."
    onApproveAll={() => acts.change('approve', strategies)}
  >
    {(strategy) => <Proposed strategy={strategy} acts={acts} />}
  </ApprovalQueue>
)

function Proposed({ strategy, acts }: { strategy: StrategyDto; acts: StrategyActs }) {
  const { title, description, content, sources } = strategy
  return (
    <>
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
        <h3 className="break-words font-medium">{title}</h3>
        <div className="max-h-40 min-w-0 overflow-y-auto">
          <Markdown text={isWhen(description) ? `${description}\n\n${content}` : content} small />
        </div>
        <p className="text-ink-faint text-xs">
          {sources.length ? (
            <>
              learned from <SourceLinks sources={sources} />
            </>
          ) : (
            originWords(strategy)
          )}
        </p>
      </div>
      <Decide
        name={title}
        onApprove={() => void acts.change('approve', [strategy])}
        onReject={() => void acts.change('reject', [strategy])}
      />
    </>
  )
}
