'use client'
import { useRef, useState } from 'react'
import type { Result } from '@/lib/shared/errors'
import type { PlaybookDto } from '@/lib/shared/learning/playbook'
import { ListBody } from '../list/list-body'
import { PageHeader } from '../shell/page-header'
import { ConsolidateDialog } from './consolidation/consolidate-dialog'
import { HistoryPanel } from './history/history-panel'
import { NoneFound, PlaybookEmpty } from './playbook-empty'
import { PlaybookTools } from './playbook-tools'
import { ProposedStrategies } from './proposed-strategies'
import { ShareDialog } from './share/share-dialog'
import { AddStrategyForm } from './strategy/strategy-forms'
import { StrategySection } from './strategy/strategy-section'
import { useStrategyActs } from './strategy/use-strategy-acts'
import { usePlaybook } from './use-playbook'

const EVERYTHING = { q: '', status: null, domain: null, strategy: null }

/** The strategies that were learned or added, by section. */
export function PlaybookPage({ first }: { first: Result<PlaybookDto> }) {
  const list = usePlaybook(first)
  const { playbook, error, shown, reload } = list
  const [adding, setAdding] = useState(false)
  const [history, setHistory] = useState(false)
  const [consolidating, setConsolidating] = useState(false)
  const [sharing, setSharing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const historyButton = useRef<HTMLButtonElement>(null)
  const consolidateButton = useRef<HTMLButtonElement>(null)
  const shareButton = useRef<HTMLButtonElement>(null)
  const region = useRef<HTMLElement>(null)
  const acts = useStrategyActs(reload, region)
  const domains = playbook?.domains ?? []
  const listed = playbook ? [...playbook.proposed, ...playbook.sections.flatMap((one) => one.strategies)] : []
  const isMissing = playbook && shown.strategy && !listed.some(({ slug }) => slug === shown.strategy)
  return (
    <>
      <PageHeader title="Playbook" />
      <div className="flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          <PlaybookTools
            list={list}
            adding={adding}
            onAdding={setAdding}
            opener={opener}
            history={history}
            onHistory={setHistory}
            historyButton={historyButton}
            onShare={() => setSharing(true)}
            shareButton={shareButton}
            onConsolidate={() => setConsolidating(true)}
            consolidateButton={consolidateButton}
            onDown={() => region.current?.focus()}
          />
          <ListBody region={region} label="Strategies by section" error={error} onRetry={() => void reload()}>
            {isMissing && (
              <p className="rounded-md border border-line bg-surface px-4 py-3 text-ink-soft">
                The strategy <span className="font-mono text-ink">{shown.strategy}</span> no longer exists. It
                was removed or forgotten.
              </p>
            )}
            {adding && (
              <AddStrategyForm
                acts={acts}
                domains={domains}
                onClose={() => {
                  setAdding(false)
                  opener.current?.focus()
                }}
              />
            )}
            {playbook && <ProposedStrategies strategies={playbook.proposed} acts={acts} />}
            {playbook?.sections.map((part) => (
              <StrategySection
                key={part.section}
                part={part}
                acts={acts}
                domains={domains}
                named={shown.strategy}
              />
            ))}
            {playbook &&
              !adding &&
              listed.length === 0 &&
              (playbook.all > 0 || shown.q.trim() ? (
                <NoneFound words={shown.q.trim()} onClear={() => list.move(EVERYTHING)} />
              ) : (
                <PlaybookEmpty onAdd={() => setAdding(true)} />
              ))}
          </ListBody>
        </div>
        {sharing && (
          <ShareDialog
            domains={domains}
            onClose={() => setSharing(false)}
            onClosed={() => shareButton.current?.focus()}
          />
        )}
        {consolidating && (
          <ConsolidateDialog
            acts={acts}
            onClose={() => setConsolidating(false)}
            onClosed={() => consolidateButton.current?.focus()}
          />
        )}
        {history && (
          <HistoryPanel
            of={playbook}
            acts={acts}
            onClose={() => {
              setHistory(false)
              historyButton.current?.focus()
            }}
          />
        )}
      </div>
    </>
  )
}
