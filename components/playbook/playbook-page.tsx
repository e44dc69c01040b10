'use client'
import { BookOpenCheck, Combine, Ellipsis, History, Share2 } from 'lucide-react'
import { Fragment, useRef, useState } from 'react'
import { EmptyState } from '@/components/ui/empty-state'
import type { Result } from '@/lib/shared/errors'
import type { PlaybookDto, StrategyDto } from '@/lib/shared/learning/playbook'
import { SLUG } from '@/lib/shared/learning/strategies'
import { searchIn } from '@/lib/shared/schemas'
import { SourceLinks } from '../facts/source-links'
import { ApprovalQueue } from '../list/approval-queue'
import { ListBody } from '../list/list-body'
import { ListTools } from '../list/list-tools'
import { PageHeader } from '../shell/page-header'
import { useListed } from '../shell/use-listed'
import { useListedSample } from '../shell/use-sample'
import { SampleNote } from '../transfer/sample-mark'
import { Button } from '../ui/button'
import { Markdown } from '../ui/markdown/markdown'
import { later, Menu } from '../ui/menu'
import { useFormat } from '../ui/words/use-format'
import { server } from './actions'
import { ConsolidateDialog } from './consolidation/consolidate-dialog'
import { HistoryPanel } from './history/change-list'
import { ShareDialog } from './share/share-dialog'
import { StrategyForm } from './strategy/strategy-form'
import { StrategyRow } from './strategy/strategy-row'
import { isWhen, originWords } from './strategy/strategy-words'
import { type StrategyActs, useStrategyActs } from './strategy/use-strategy-acts'

/** `historyOf` null = of all lessons. */
type Opened = 'sharing' | 'consolidating' | { historyOf: string | null }
const EVERYTHING = { q: '', strategy: null }
const FIRST = 40

export function PlaybookPage({ first }: { first: Result<PlaybookDto> }) {
  const list = useListed({ read, query, first, load, affecting: AFFECTING })
  const { value: playbook, error, shown, reload } = list
  const [adding, setAdding] = useState(false)
  const [opened, setOpened] = useState<Opened | null>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLButtonElement>(null)
  const openedFrom = useRef<HTMLElement | null>(null)
  const region = useRef<HTMLElement>(null)
  const acts = useStrategyActs(reload, region)
  const { proposed = [], domains = [] } = playbook ?? {}
  const imported = proposed.filter(({ by }) => by === 'import')
  const lessons = [...proposed.filter((one) => !imported.includes(one)), ...(playbook?.lessons ?? [])]
  const listed = [...imported, ...lessons]
  const isMissing = playbook && shown.strategy && !listed.some(({ slug }) => slug === shown.strategy)
  const open = (what: Opened, from: HTMLElement | null) => {
    openedFrom.current = from
    setOpened(what)
  }
  const opens = (what: Opened) => later(() => open(what, menu.current))
  const close = () => setOpened(null)
  const focusBack = () => (openedFrom.current?.isConnected ? openedFrom : menu).current?.focus()
  const history = typeof opened === 'object' ? opened : null
  const { plural } = useFormat()
  const isSearch = shown.q.trim() !== ''
  const words =
    playbook && (playbook.all > 0 || isSearch) ? plural(playbook.total + proposed.length, 'lesson') : null
  return (
    <>
      <PageHeader title="Lessons" />
      <div className="flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          <ListTools
            name="Lessons"
            one="a lesson"
            search={list.place.q}
            onSearch={(text) => list.move({ q: text, strategy: null })}
            region={region}
            opener={opener}
            adding={adding}
            onAdding={setAdding}
            count={words}
            isSearch={isSearch}
          >
            <Menu
              label="More for lessons"
              align="end"
              trigger={
                <Button ref={menu} className="!h-11" aria-label="More for lessons">
                  <Ellipsis aria-hidden className="size-4" />
                </Button>
              }
              items={[
                { label: 'History', icon: <History />, run: opens({ historyOf: null }) },
                Boolean(playbook?.all) && { label: 'Share…', icon: <Share2 />, run: opens('sharing') },
                Boolean(playbook?.all) && {
                  label: 'Consolidate…',
                  icon: <Combine />,
                  run: opens('consolidating'),
                },
              ]}
            />
          </ListTools>
          <ListBody region={region} label="Known lessons" error={error} onRetry={() => void reload()}>
            {isMissing && (
              <p className="rounded-md border border-line bg-surface px-4 py-3 text-ink-soft">
                This lesson no longer exists. It was removed or forgotten.
              </p>
            )}
            {adding && (
              <StrategyForm
                strategy={null}
                acts={acts}
                domains={domains}
                onClose={() => {
                  setAdding(false)
                  opener.current?.focus()
                }}
              />
            )}
            <ApprovalQueue
              items={imported}
              keyOf={({ id }) => id}
              nameOf={({ title }) => title}
              note="Imported. Not used until you approve them."
              onApprove={(strategies) => acts.change('approve', strategies)}
              onReject={(strategy) => acts.change('reject', [strategy])}
            >
              {(strategy) => <Proposed strategy={strategy} />}
            </ApprovalQueue>
            <Lessons
              lessons={lessons}
              total={(playbook?.total ?? 0) + proposed.length - imported.length}
              acts={acts}
              domains={domains}
              named={shown.strategy}
              onHistory={({ id }, from) => open({ historyOf: id }, from)}
              onRemoved={reload}
            />
            {playbook &&
              !adding &&
              listed.length === 0 &&
              (playbook.all > 0 || isSearch ? (
                <EmptyState
                  title={`No lessons match “${shown.q.trim()}”`}
                  action={<Button onClick={() => list.move(EVERYTHING)}>Show all lessons</Button>}
                />
              ) : (
                <EmptyState
                  icon={<BookOpenCheck />}
                  title="No lessons yet"
                  link={['/', 'Start a conversation']}
                >
                  A model learns from its answers what to do, and when.
                </EmptyState>
              ))}
          </ListBody>
        </div>
        {opened === 'sharing' && <ShareDialog domains={domains} onClose={close} onClosed={focusBack} />}
        {opened === 'consolidating' && <ConsolidateDialog acts={acts} onClose={close} onClosed={focusBack} />}
        {history && (
          <HistoryPanel
            strategy={listed.find(({ id }) => id === history.historyOf) ?? null}
            of={playbook}
            acts={acts}
            onClose={() => {
              close()
              focusBack()
            }}
          />
        )}
      </div>
    </>
  )
}

type Props = {
  lessons: StrategyDto[]
  total: number
  acts: StrategyActs
  domains: string[]
  named: string | null
  onHistory(strategy: StrategyDto, from: HTMLElement | null): void
  onRemoved(): Promise<void>
}
/** The sample's last, as on the Facts page. */
function Lessons({ lessons: listed, total, acts, domains, named, onHistory, onRemoved }: Props) {
  const [all, setAll] = useState(false)
  const sample = useListedSample()
  const isOfSample = ({ conversation }: StrategyDto) =>
    conversation !== null && conversation.id === sample?.id
  const lessons = listed.toSorted((a, b) => Number(isOfSample(a)) - Number(isOfSample(b)))
  const firstOfSample = lessons.find(isOfSample)
  const place = lessons.findIndex(({ slug }) => slug === named)
  const shown = all || place >= FIRST ? lessons : lessons.slice(0, FIRST)
  if (lessons.length === 0) return null
  return (
    <div className="flex flex-col items-start">
      <ul className="w-full divide-y divide-line">
        {shown.map((strategy) => (
          <Fragment key={strategy.id}>
            {strategy === firstOfSample && (
              <li className="py-3">
                <SampleNote onRemoved={onRemoved} />
              </li>
            )}
            <StrategyRow
              strategy={strategy}
              acts={acts}
              domains={domains}
              named={strategy.slug === named}
              onHistory={onHistory}
            />
          </Fragment>
        ))}
      </ul>
      {shown.length < lessons.length && (
        <Button size="sm" look="ghost" onClick={() => setAll(true)}>
          Show {lessons.length - shown.length} more
        </Button>
      )}
      {shown.length === lessons.length && total > lessons.length && (
        <p className="text-ink-soft text-xs">
          {total - lessons.length} more are not listed. Search to find them.
        </p>
      )}
    </div>
  )
}

function Proposed({ strategy }: { strategy: StrategyDto }) {
  const { title, description, content, sources } = strategy
  return (
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
  )
}

const AFFECTING = new Set(['strategy', 'turn', 'status', 'conversation'])
type PlaybookPlace = { q: string; strategy: string | null }
const read = (params: URLSearchParams): PlaybookPlace => {
  const strategy = params.get('strategy')
  return { q: searchIn(params.get('q')), strategy: strategy && SLUG.test(strategy) ? strategy : null }
}
function query({ q, strategy }: PlaybookPlace): string {
  const params = new URLSearchParams()
  if (q.trim()) params.set('q', q)
  if (strategy) params.set('strategy', strategy)
  return params.size ? `?${params}` : ''
}
const load = ({ q, strategy }: PlaybookPlace) => server.listPlaybook({ search: q, strategy })
